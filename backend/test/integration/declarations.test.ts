import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SubscriptionCanceled } from '../../src/payments/payments.events.js';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import { Outbox } from '../../src/platform/queue/index.js';
import {
  billingAtRest,
  buyPack,
  lastCharge,
  passTime,
  payWith,
  signInAgain,
  stripeOf,
  subscriptionOf,
  type OrderAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, subscriber } from '../support/customers.js';
import { idOf, jobsOf } from '../support/holdings.js';
import { emailsTo, type ReceivedEmail } from '../support/emails.js';
import { inFrancs, PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
/** Their plan ends with its period. */
let canceled: Caller;
/** Their plan runs. */
let owner: Caller;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

interface Receipt {
  number: string;
  receivedAt: string;
  code?: string;
  fields?: { path: string }[];
}
interface Row {
  id: string;
  number: string;
  status: string;
  user_id: string | null;
  order_id: string | null;
  statement: string | null;
  effective_at: string | null;
  refund_rappen: number | null;
}

const unknownEmail = () => `niemand-${randomUUID()}@example.org`;
const emailOf = async (caller: Caller) => (await caller.get<{ email: string }>('/me')).body.email;
const newestOrder = async (caller: Caller) => (await caller.get<{ items: OrderAnswer[] }>('/orders')).body.items[0]!;
const refundsOf = async (caller: Caller) =>
  (await stripeOf(product).refunds.list({ charge: (await lastCharge(product, caller)).id })).data.map(
    ({ amount }) => amount,
  );

const cancel = (email: string, part: object = {}) =>
  product
    .anonymous()
    .post<Receipt>('/declarations/cancellations', { manner: 'ordinary', name: 'Petra Muster', email, ...part });
const withdraw = (email: string, orderNumber: string, part: object = {}) =>
  product.anonymous().post<Receipt>('/declarations/withdrawals', { name: 'Petra Muster', email, orderNumber, ...part });

const rowsOf = (email: string) =>
  product.em().execute<Row[]>('select * from declaration where email = ? order by created_at', [email]);

/** The declaration once it has been carried out or handed to somebody. */
const settled = (number: string) =>
  until(`the end of ${number}`, async () => {
    const [row] = await product
      .em()
      .execute<Row[]>("select * from declaration where number = ? and status <> 'received'", [number]);
    return row ?? null;
  });

const daysAgo = (days: number): Date => new Date(product.api.get(Clock).now().getTime() - days * DAY);

/** The job's process died after the work and before noting it. */
async function carryOutAgain(number: string, declaredAt?: Date): Promise<Row> {
  const em = product.em();
  const [row] = await em.execute<Row[]>(
    "update declaration set status = 'received', effective_at = null, refund_rappen = null, created_at = coalesce(?, created_at) where number = ? returning *",
    [declaredAt ?? null, number],
  );
  const [job] = await jobsOf(product, 'billing.declaration_due', 'declarationId', row!.id);
  await until('the first run', async () =>
    (await jobsOf(product, 'billing.declaration_due', 'declarationId', row!.id))[0]!.finished_at ? true : null,
  );
  await em.execute('update job set finished_at = null, dispatched_at = null, outcome = null where id = ?', [job!.id]);
  return settled(number);
}

/** What is the same in two receipts: everything but number, address and time. */
const withoutPerson = ({ subject, text }: ReceivedEmail, email: string, number: string) =>
  `${subject}\n${text}`
    .replaceAll(email, '…')
    .replaceAll(number, '…')
    .replaceAll(/\d{1,2}\. \S+ \d{4} um \d\d:\d\d/g, '…');

describe('a cancellation', () => {
  let member: Caller;
  let email: string;
  /** Of the first cancellation. */
  let number: string;
  beforeAll(async () => {
    member = await subscriber(product, 'starter');
    email = await emailOf(member);
  });

  test('ends the subscription with its period, and tells the owner until when it runs', async () => {
    const member = await subscriber(product, 'professional');
    canceled = member;
    const email = await emailOf(member);
    const answer = await cancel(` ${email.toUpperCase()} `, { orderNumber: 'weiss ich nicht' });
    expect(answer).toMatchObject({
      status: 202,
      body: {
        number: expect.stringMatching(/^K(-[0-9A-HJKMNP-TV-Z]{4}){3}$/),
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    const row = await settled(answer.body.number);
    const { subscription } = await subscriptionOf(member);
    expect(subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    expect(row).toMatchObject({ status: 'done', user_id: await idOf(member), order_id: null });
    expect(new Date(row.effective_at!).toISOString()).toBe(subscription!.currentPeriodEnd);
    const [confirmation] = await emailsTo(product, email, /^Ihre Kündigung ist bestätigt$/);
    expect(confirmation!.text).toContain(
      `endet am ${new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' }).format(new Date(subscription!.currentPeriodEnd))}`,
    );
    expect(confirmation!.text).toContain(`${product.origin}/app`);
  });

  test('is answered and receipted alike whether or not there is such a customer, and nothing is found out by it', async () => {
    const nobody = unknownEmail();
    const [known, unknown] = [await cancel(email), await cancel(nobody)];
    number = known.body.number;
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
    const [[knownReceipt], [unknownReceipt]] = [
      await emailsTo(product, email, /^Eingangsbestätigung: Kündigung/),
      await emailsTo(product, nobody, /./),
    ];
    expect(withoutPerson(knownReceipt!, email, known.body.number)).toBe(
      withoutPerson(unknownReceipt!, nobody, unknown.body.number),
    );
    expect(unknownReceipt!.text).toContain('innert 3 Arbeitstagen');
    expect(await settled(unknown.body.number)).toMatchObject({ status: 'review', user_id: null, effective_at: null });
    expect(await emailsTo(product, nobody, /./, 0)).toHaveLength(1);
  });

  test('whose process died after the work has one effect and one email', async () => {
    const first = await settled(number);
    await emailsTo(product, email, /^Ihre Kündigung ist bestätigt$/);
    expect(await carryOutAgain(number)).toEqual(first);
    expect(
      await jobsOf(product, 'billing.subscription_canceled', 'subscriptionId', await subscriptionIdOf(member)),
    ).toHaveLength(1);
  });

  test('taken back and declared once more is confirmed once more', async () => {
    // One that is taken back before its email leaves is not confirmed.
    await emailsTo(product, email, /^Ihre Kündigung ist bestätigt$/);
    await member.post('/subscription/resume');
    expect((await subscriptionOf(member)).subscription).toMatchObject({ cancelAtPeriodEnd: false });
    // In the same words: what was taken back is not the same act.
    const second = (await cancel(email)).body.number;
    expect(second).not.toBe(number);
    await settled(second);
    expect((await subscriptionOf(member)).subscription).toMatchObject({ cancelAtPeriodEnd: true });
    await emailsTo(product, email, /^Ihre Kündigung ist bestätigt$/, 2);
  });

  test('that was received before the month began which it could only end is looked at', async () => {
    expect(await carryOutAgain(number, daysAgo(1))).toMatchObject({
      status: 'review',
      effective_at: expect.anything(),
    });
  });

  test('for good cause needs its reason, ends the subscription as well, and is looked at', async () => {
    await member.post('/subscription/resume');
    for (const reason of [undefined, '', '  \n '])
      expect((await cancel(email, { manner: 'extraordinary', reason })).body).toMatchObject({
        code: 'validation',
        fields: [{ path: 'reason' }],
      });
    const answer = await cancel(email, { manner: 'extraordinary', reason: 'Die Bilder zeigen\r\nnicht mich.' });
    expect(await settled(answer.body.number)).toMatchObject({
      status: 'review',
      statement: 'Die Bilder zeigen\nnicht mich.',
      effective_at: expect.anything(),
    });
    expect((await subscriptionOf(member)).subscription).toMatchObject({ cancelAtPeriodEnd: true });
    const receipts = await emailsTo(product, email, /^Eingangsbestätigung/, 3);
    const receipt = receipts.find(({ text }) => text.includes(answer.body.number));
    expect(receipt!.text).toContain('Grund:\n> Die Bilder zeigen\n> nicht mich.');
    await emailsTo(product, email, /^Ihre Kündigung ist bestätigt$/, 3);
  });

  test('of somebody without a running subscription is for a person to look at', async () => {
    const email = await emailOf(await customer(product));
    expect(await settled((await cancel(email)).body.number)).toMatchObject({
      status: 'review',
      effective_at: null,
      user_id: expect.any(String),
    });
  });

  test('clicked twice is one; other words, or the same a minute later, are another', async () => {
    const email = unknownEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(email)));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.receivedAt)).size).toBe(1);
    expect(await rowsOf(email)).toHaveLength(1);
    await cancel(email, { manner: 'extraordinary', reason: 'Umzug' });
    expect(await rowsOf(email)).toHaveLength(2);
    for (const app of [product.api, product.worker!]) app.get(Clock).shift(61_000);
    await cancel(email);
    expect(await rowsOf(email)).toHaveLength(3);
    await emailsTo(product, email, /^Eingangsbestätigung/, 3);
    expect(
      await product
        .em()
        .execute(
          "select key from mail where key like 'declaration-received:%' and key in (select 'declaration-received:' || id from declaration where email = ?)",
          [email],
        ),
    ).toHaveLength(3);
  });
});

async function subscriptionIdOf(caller: Caller): Promise<string> {
  const [row] = await product
    .em()
    .execute<{ id: string }[]>('select id from subscription where user_id = ?', [await idOf(caller)]);
  return row!.id;
}

describe('a withdrawal', () => {
  let other: Caller;
  beforeAll(async () => {
    [owner, other] = [await subscriber(product, 'starter'), await subscriber(product, 'starter')];
  });

  test('with address and number pays back once, also when its process died after the work, and is confirmed with its amount; the number may be typed as one likes', async () => {
    const member = await subscriber(product, 'professional');
    const [email, order] = [await emailOf(member), await newestOrder(member)];
    const sloppy = ` ${order.number.slice(2).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    const answer = await withdraw(email, sloppy);
    expect(answer).toMatchObject({ status: 202, body: { number: expect.stringMatching(/^W-/) } });
    const first = await settled(answer.body.number);
    expect(first).toMatchObject({
      status: 'done',
      order_id: order.id,
      refund_rappen: PLAN_PRICES.professional,
      effective_at: expect.anything(),
    });
    await until('the money', async () => ((await refundsOf(member)).length > 0 ? true : null));
    expect(await refundsOf(member)).toEqual([PLAN_PRICES.professional]);
    const [confirmation] = await emailsTo(product, email, /^Ihr Widerruf ist bestätigt$/);
    expect(confirmation!.text).toContain(order.number);
    expect(confirmation!.text).toContain(inFrancs(PLAN_PRICES.professional));
    expect(confirmation!.text).toContain('nach 5 bis 10 Arbeitstagen');
    const [receipt] = await emailsTo(product, email, /^Eingangsbestätigung: Widerruf/);
    expect(receipt!.text).not.toMatch(/17\.90|Professional/);
    await until('the end', async () => ((await subscriptionOf(member)).subscription === null ? true : null));
    expect(await carryOutAgain(answer.body.number)).toEqual(first);
    await billingAtRest(product);
    expect(await refundsOf(member)).toEqual([PLAN_PRICES.professional]);
    expect(await jobsOf(product, 'billing.order_withdrawn', 'orderId', order.id)).toHaveLength(1);
  });

  test('with a foreign number, a foreign address or a number that is none changes nothing, and looks the same', async () => {
    const [order, email, nobody] = [await newestOrder(owner), await emailOf(other), unknownEmail()];
    const answers = [
      await withdraw(email, order.number),
      await withdraw(nobody, order.number),
      await withdraw(email, 'B-0000-0000-0000'),
      await withdraw(email, '%'),
    ];
    for (const answer of answers) {
      expect([answer.status, Object.keys(answer.body)]).toEqual([202, ['number', 'receivedAt']]);
      expect(await settled(answer.body.number)).toMatchObject({
        status: 'review',
        order_id: null,
        refund_rappen: null,
      });
    }
    for (const caller of [owner, other])
      expect([(await newestOrder(caller)).status, await refundsOf(caller)]).toEqual(['paid', []]);
    const [[known], [unknown]] = [
      (await emailsTo(product, email, /^Eingangsbestätigung/, 3)).filter(({ text }) =>
        text.includes(answers[0]!.body.number),
      ),
      await emailsTo(product, nobody, /./),
    ];
    expect(withoutPerson(known!, email, answers[0]!.body.number)).toBe(
      withoutPerson(unknown!, nobody, answers[1]!.body.number),
    );
    expect(await emailsTo(product, await emailOf(owner), /Widerruf/, 0)).toEqual([]);
  });

  test('counts from its receipt: too late it is looked at, in time it is carried out also when that takes days', async () => {
    const [email, order] = [await emailOf(other), await newestOrder(other)];
    await product
      .em()
      .execute("update customer_order set paid_at = paid_at - interval '15 days' where id = ?", [order.id]);
    const { number } = (await withdraw(email, order.number)).body;
    expect(await settled(number)).toMatchObject({ status: 'review', order_id: order.id });
    expect(await carryOutAgain(number, daysAgo(2))).toMatchObject({
      status: 'done',
      refund_rappen: PLAN_PRICES.starter,
    });
  });
});

describe('words of strangers', () => {
  const hostile = 'Gewonnen! https://evil.example/x <b onclick="x()">hier</b> www.evil.example';

  test('are kept and mailed as words: no links, no markup, no lines that pass for ours', async () => {
    const email = unknownEmail();
    const statement = `${hostile}\nNummer: B-0000-0000-0000\n\n\n\n\nHerzlich, Ihr Bildnis-Team\t(${email})`;
    const answer = await withdraw(email, hostile.slice(0, 40), { name: hostile, statement });
    expect(answer.status).toBe(202);
    const [receipt] = await emailsTo(product, email, /./);
    for (const part of [receipt!.text, receipt!.html]) expect(part).not.toMatch(/https?:\/\/evil|evil\.example/);
    expect(receipt!.html).not.toMatch(/<b |href=/);
    expect(receipt!.text).toContain('\n> Nummer: B-0000-0000-0000\n> \n> Herzlich, Ihr Bildnis-Team (');
    expect(receipt!.subject).toBe(`Eingangsbestätigung: Widerruf ${answer.body.number}`);
  });

  test.each([
    ['too long a name', { name: 'x'.repeat(101) }, 'name'],
    ['a name of several lines', { name: 'Petra\nBcc: alle@example.org' }, 'name'],
    ['no name', { name: ' ' }, 'name'],
    ['a number that is an essay', { orderNumber: 'x'.repeat(41) }, 'orderNumber'],
    ['a statement without end', { statement: 'x'.repeat(1001) }, 'statement'],
    ['signs that are none', { statement: 'a\u0007b' }, 'statement'],
    ['an address that is none', { email: 'petra@example' }, 'email'],
    ['two addresses', { email: 'petra@example.org, alle@example.org' }, 'email'],
    ['a status of one’s own', { status: 'done' }, 'status'],
    ['a filter in place of a number', { orderNumber: { $ne: null } }, 'orderNumber'],
  ])('are refused: %s', async (_what, part, path) => {
    const before = await product.em().execute('select count(*)::int from declaration');
    const answer = await withdraw(unknownEmail(), 'B-7K3M-9Q2X-TD04', part);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation', fields: [{ path }] } });
    expect(await product.em().execute('select count(*)::int from declaration')).toEqual(before);
  });
});

describe('emails about contracts', () => {
  test('a cancellation while signed in is confirmed, and so is a withdrawal; declared again, somebody looks at it', async () => {
    const member = await subscriber(product, 'starter');
    const email = await emailOf(member);
    await member.post('/subscription/cancel');
    await emailsTo(product, email, /^Ihre Kündigung ist bestätigt$/);
    const pack = await buyPack(member, 'M');
    await member.post(`/orders/${pack.id}/withdrawal`);
    const [mail] = await emailsTo(product, email, /^Ihr Widerruf ist bestätigt$/);
    expect(mail!.text).toContain('CHF 9.90');
    expect(mail!.text).toContain(pack.number);
    expect(await settled((await withdraw(email, pack.number)).body.number)).toMatchObject({
      status: 'review',
      order_id: pack.id,
      refund_rappen: null,
    });
  });

  test('a cancellation is confirmed also when the email is due before anything here has heard of it', async () => {
    const email = await emailOf(owner);
    await billingAtRest(product);
    const [row] = await product
      .em()
      .execute<{ id: string; provider_id: string }[]>('select id, provider_id from subscription where user_id = ?', [
        await idOf(owner),
      ]);
    product.stripe.holdWebhooks();
    onTestFinished(() => product.stripe.releaseWebhooks());
    await stripeOf(product).subscriptions.update(row!.provider_id, { cancel_at_period_end: true });
    await product
      .em()
      .transactional((em) => product.api.get(Outbox).add(em, SubscriptionCanceled, { subscriptionId: row!.id }));
    await emailsTo(product, email, /^Ihre Kündigung ist bestätigt$/);
  });

  test('a month later the cancelled plan has ended; a renewal whose payment fails or waits for the bank says what to do and where', async () => {
    const cards = [
      ['4000 0000 0000 0341', /^Ihre Zahlung ist fehlgeschlagen$/],
      ['4000 0027 6000 3184', /^Bitte bestätigen Sie Ihre Zahlung$/],
    ] as const;
    const members = await Promise.all(
      cards.map(async ([card, subject]) => {
        const member = await subscriber(product, 'starter');
        await payWith(member, card);
        return { email: await emailOf(member), subject };
      }),
    );
    const endedEmail = await emailOf(canceled);
    await passTime(product, { days: 32 });
    const ended = await signInAgain(product, endedEmail);
    await until('the end', async () => ((await subscriptionOf(ended)).subscription === null ? true : null));
    for (const { email, subject } of members) {
      const [mail] = await emailsTo(product, email, subject);
      const { subscription } = await subscriptionOf(await signInAgain(product, email));
      expect(subscription!.problem!.payUrl).toContain('/invoices/');
      expect(mail!.text).toContain(subscription!.problem!.payUrl!);
      expect(mail!.text).toContain(inFrancs(PLAN_PRICES.starter));
    }
  });
});
