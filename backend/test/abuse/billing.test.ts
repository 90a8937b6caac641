import { createHmac, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { AppError } from '../../src/platform/errors/index.js';
import {
  billingAtRest,
  CONSENTS,
  creditsOf,
  ledgerOf,
  packOf,
  subscriptionOf,
  synchronise,
  type OrderAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import {
  anyStyle,
  customer,
  grantCredits,
  payAtTheTill,
  profileMarkedReady,
  subscriber,
} from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ everyEvent: true, env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Everything that billing has written, to the last column, in one text. */
async function booksOf(userId: string): Promise<string> {
  const [row] = await product.em().execute<{ books: string }[]>(
    `select json_build_array(
       (select json_agg(t order by t.seq) from credit_ledger t where user_id = ?), (select json_agg(t) from credit_account t where user_id = ?),
       (select json_agg(t order by t.id) from payment t where user_id = ?), (select json_agg(t order by t.id) from customer_order t where user_id = ?),
       (select json_agg(t order by t.id) from subscription t where user_id = ?), (select json_agg(t order by t.id) from refund t where user_id = ?)
     )::text as books`,
    Array.from({ length: 6 }, () => userId),
  );
  return row!.books;
}

const idOf = async (caller: Caller): Promise<string> => (await caller.get<{ id: string }>('/me')).body.id;

describe('webhooks (18)', () => {
  const sign = (
    text: string,
    { secret = product.config.stripe.webhookSecret, at = seconds(new Date()), scheme = 'v1' } = {},
  ) => `t=${at},${scheme}=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`;
  const deliver = (body: string, signature?: string) =>
    fetch(`${product.origin}/api/v1/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
    });
  const written = async () =>
    (
      await product
        .em()
        .execute<{ events: number; jobs: number }[]>(
          'select (select count(*)::int from payment_event) as events, (select count(*)::int from job) as jobs',
        )
    )[0];

  /** A genuine payment that the product has not heard of, with the event that would tell it. */
  async function unheard(): Promise<{ caller: Caller; body: string; id: string }> {
    const caller = await customer(product);
    product.stripe.holdWebhooks();
    const order = await caller.post<OrderAnswer>('/orders', { kind: 'plan', planId: 'starter', ...CONSENTS });
    await payAtTheTill(order.body.paymentUrl!);
    let event: { id: string } | undefined;
    await product.stripe.releaseWebhooks((events) => {
      event = events.find(({ type }) => type === 'invoice.paid');
      return [];
    });
    return { caller, body: JSON.stringify(event), id: event!.id };
  }

  test('forged, old, re-serialised or unsigned ones are refused, and nothing is written', async () => {
    const { caller, body } = await unheard();
    const before = await written();
    const refused: [what: string, text: string, signature?: string][] = [
      ['without a signature', body],
      ['with an empty signature', body, ''],
      ['signed with another secret', body, sign(body, { secret: 'whsec_other' })],
      ['signed for another body', body, sign(`${body} `)],
      ['re-serialised after signing', JSON.stringify(JSON.parse(body), null, 2), sign(body)],
      ['with the amount changed', body.replace(/"amount_paid":\d+/, '"amount_paid":1'), sign(body)],
      ['of another scheme', body, sign(body, { scheme: 'v0' })],
      ['five minutes and a second old', body, sign(body, { at: seconds(new Date()) - 301 })],
      [
        'an old signature with a new time',
        body,
        sign(body, { at: seconds(new Date()) - 3600 }).replace(/t=\d+/, `t=${seconds(new Date())}`),
      ],
      ['five minutes and some seconds ahead', body, sign(body, { at: seconds(new Date()) + 310 })],
      [
        'without a time that is a number',
        body,
        `t=soon,v1=${createHmac('sha256', product.config.stripe.webhookSecret).update(`NaN.${body}`).digest('hex')}`,
      ],
      ['that are no JSON', 'x', sign('x')],
      ['empty', '', sign('')],
    ];
    for (const [what, text, signature] of refused) expect((await deliver(text, signature)).status, what).toBe(400);
    expect(await written()).toEqual(before);
    expect(await creditsOf(caller)).toBe(0);
  });

  test('a genuine one that is replayed is stored once, works once, and grants once', async () => {
    const { caller, body, id } = await unheard();
    const signature = sign(body);
    expect((await deliver(body, signature)).status).toBe(200);
    await billingAtRest(product);
    expect(await creditsOf(caller)).toBe(120);
    const before = await written();
    const replays = await Promise.all(Array.from({ length: 20 }, () => deliver(body, signature)));
    expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await written()).toEqual(before);
    expect(await product.em().execute('select 1 from job where dedupe_key = ?', [`payment-event:${id}`])).toHaveLength(
      1,
    );
    expect(await creditsOf(caller)).toBe(120);
  });

  const OBJECT = { object: 'customer', id: 'cus_1' };
  const event = (part: object): string =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      type: 'customer.updated',
      created: seconds(new Date()),
      data: { object: OBJECT },
      ...part,
    });

  // What has an id is stored, in bounds, and answered 200, for it would be sent again for days otherwise; what has none is refused.
  test.each([
    ['null', 'null', 400],
    ['true', 'true', 400],
    ['a number', '42', 400],
    ['a text', '"evt_1"', 400],
    ['an empty list', '[]', 400],
    ['a list of events', `[${event({})}]`, 400],
    ['nested too deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400],
    ['empty', '{}', 400],
    ['without an id', event({ id: undefined }), 400],
    ['with an id that is null', event({ id: null }), 400],
    ['with an id that is empty', event({ id: '' }), 400],
    ['with an id that is a number', event({ id: 7 }), 400],
    ['with an id that is too long', event({ id: `evt_${'x'.repeat(300)}` }), 400],
    ['with an id that the database cannot hold', event({ id: 'evt_\u0000' }), 400],
    ['without a type', event({ type: undefined }), 200],
    ['with a type that is a list', event({ type: ['a'] }), 200],
    ['with a type that is too long', event({ type: 'a'.repeat(500) }), 200],
    ['with a type that the database cannot hold', event({ type: 'a\u0000b' }), 200],
    ['without a time', event({ created: undefined }), 200],
    ['with a time that is a text', event({ created: 'gestern' }), 200],
    ['with a time beyond all calendars', event({ created: 1e300 }), 200],
    ['with a time before all calendars', event({ created: -1e12 }), 200],
    ['without data', event({ data: undefined }), 200],
    ['with data that are null', event({ data: null }), 200],
    ['with data that are a text', event({ data: 'x' }), 200],
    ['with data that are a list', event({ data: [OBJECT] }), 200],
    ['with an object that is null', event({ data: { object: null } }), 200],
    ['with an object that is a number', event({ data: { object: 5 } }), 200],
    ['with an object that is a list', event({ data: { object: [OBJECT] } }), 200],
    ['with a customer that is a number', event({ data: { object: { customer: 5 } } }), 200],
    ['with a customer that is a list', event({ data: { object: { customer: ['cus_1'] } } }), 200],
    ['with a customer whose id is an object', event({ data: { object: { customer: { id: {} } } } }), 200],
    ['with a customer whose id is too long', event({ data: { object: { customer: `cus_${'x'.repeat(300)}` } } }), 200],
    ['with a customer that the database cannot hold', event({ data: { object: { customer: 'cus_\u0000' } } }), 200],
    ['with a charge that is a path', event({ data: { object: { charge: '../customers' } } }), 200],
    ['about a charge that is true', event({ data: { object: { charge: true } } }), 200],
    [
      'with a prototype of its own',
      event({ data: { object: JSON.parse('{"__proto__":{"customer":"cus_1"}}') as object } }),
      200,
    ],
    ['as large as the provider sends', event({ data: { object: OBJECT, padding: 'x'.repeat(900_000) } }), 200],
  ])('a signed one that is %s is answered and stored within bounds', async (_what, body, status) => {
    const before = await written();
    expect((await deliver(body, sign(body))).status).toBe(status);
    const rows = await product
      .em()
      .execute<{ id: string; type: string; customer_id: string | null }[]>(
        'select * from payment_event order by received_at desc limit 1',
      );
    expect((await written())!.events - before!.events).toBe(status === 200 ? 1 : 0);
    if (status === 200) expect(JSON.stringify(rows[0]).length).toBeLessThan(500);
  });

  test('one that is larger is refused before it is taken in', async () => {
    const body = event({ padding: 'x'.repeat(1_100_000) });
    expect((await deliver(body, sign(body))).status).toBe(413);
    // The length alone decides: the body is never sent.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(
        `${product.origin}/api/v1/webhooks/stripe`,
        { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 50_000_000 } },
        (answer) => {
          resolve(answer.statusCode);
          request.destroy();
        },
      );
      request.on('error', reject).flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('one that claims a payment that never was grants nothing: the provider is asked', async () => {
    const caller = await subscriber(product, 'starter');
    await billingAtRest(product);
    const paid = structuredClone(product.stripe.events().findLast(({ type }) => type === 'invoice.paid'))!;
    const invented = JSON.stringify({
      ...paid,
      id: `evt_${randomUUID()}`,
      data: { object: { ...paid.data.object, id: 'in_invented', amount_paid: 349_000 } },
    });
    expect((await deliver(invented, sign(invented))).status).toBe(200);
    await billingAtRest(product);
    expect(await creditsOf(caller)).toBe(120);
  });
});

test('flags in the address and somebody else’s checkout give nothing (19)', async () => {
  const owner = await subscriber(product, 'starter');
  const stranger = await customer(product);
  const pack = await owner.post<OrderAnswer>('/orders', { kind: 'pack', packId: await packOf(owner), ...CONSENTS });
  const session = /cs_test_\w+/.exec(pack.body.paymentUrl!)![0];
  const flags = `credit_pack_success=true&upgraded=true&success=true&session_id=${session}`;
  for (const caller of [owner, stranger]) {
    const before = await creditsOf(caller);
    await caller.get(`/me?${flags}`);
    await caller.post(`/subscription/synchronise?${flags}`);
    await caller.get(`/orders?${flags}`);
    expect(await creditsOf(caller)).toBe(before);
  }
  await payAtTheTill(pack.body.paymentUrl!);
  const [foreign, missing] = await Promise.all(
    [session, 'cs_test_missing'].map((id) => stranger.get(`/checkout-sessions/${id}/order`)),
  );
  expect([foreign!.status, missing!.status]).toEqual([404, 404]);
  expect({ ...foreign!.body, requestId: '' }).toEqual({ ...missing!.body, requestId: '' });
  await synchronise(stranger);
  expect(await creditsOf(stranger)).toBe(0);
});

test('50 parallel runs with credits for one: exactly one is accepted, the balance is 0 (21)', async () => {
  const caller = await customer(product);
  const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
  await grantCredits(product, caller, 10);
  // Otherwise the run would fail (there is no model) and give its credits back while we still ask.
  const queue = product.worker!.get<Queue>(getQueueToken('generation'), { strict: false });
  await queue.pause();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => caller.post<{ code?: string }>('/generations', body)),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 402 && answer.body.code === 'insufficient_credits')).toHaveLength(
    49,
  );
  expect(await creditsOf(caller)).toBe(0);
  expect(await product.em().execute('select 1 from generation where user_id = ?', [await idOf(caller)])).toHaveLength(
    1,
  );
  await queue.resume();
});

describe('the same key (22)', () => {
  test('five clicks on a plan, a pack, an upgrade or a withdrawal: one effect and one answer each', async () => {
    const caller = await customer(product);
    const clicks = async (body: object) => {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => caller.post<OrderAnswer>('/orders', { ...body, ...CONSENTS }, key)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 201));
      expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
      expect(new Set(answers.map(({ body: { paymentUrl } }) => paymentUrl)).size).toBe(1);
      return answers[0]!.body;
    };
    await payAtTheTill((await clicks({ kind: 'plan', planId: 'starter' })).paymentUrl!);
    await synchronise(caller);
    await payAtTheTill((await clicks({ kind: 'pack', packId: await packOf(caller) })).paymentUrl!);
    await synchronise(caller);
    const { quotedAt, credits } = (
      await caller.get<{ quotedAt: string; credits: number }>('/subscription/upgrade-quote?planId=business')
    ).body;
    const upgrade = await clicks({ kind: 'upgrade', planId: 'business', quotedAt });
    await billingAtRest(product);
    expect((await ledgerOf(caller)).map(({ delta }) => delta)).toEqual([credits, 50, 120]);
    const withdrawals = await Promise.all(
      Array.from({ length: 5 }, () => caller.post<OrderAnswer>(`/orders/${upgrade.id}/withdrawal`)),
    );
    expect(withdrawals.map(({ status, body }) => [status, body.status])).toEqual(
      Array.from({ length: 5 }, () => [200, 'withdrawn']),
    );
    await billingAtRest(product);
    expect((await ledgerOf(caller)).map(({ delta }) => delta)).toEqual([-credits, credits, 50, 120]);
    expect((await subscriptionOf(caller)).subscription).toMatchObject({ planId: 'starter', status: 'active' });
  });

  test('with another body is refused, for orders of every kind', async () => {
    const caller = await subscriber(product, 'starter');
    const key = randomUUID();
    const pack = { kind: 'pack', packId: await packOf(caller), ...CONSENTS };
    expect((await caller.post('/orders', pack, key)).status).toBe(201);
    const others = [
      { ...pack, packId: await packOf(caller, 'M') },
      { kind: 'plan', planId: 'business', ...CONSENTS },
      { kind: 'upgrade', planId: 'business', quotedAt: new Date().toISOString(), ...CONSENTS },
    ];
    for (const other of others)
      expect(await caller.post('/orders', other, key)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_conflict' },
      });
    const run = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
    expect(await caller.post('/generations', run, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
  });
});

test('synchronising and repairing in a loop, one after another and at once: the second run changes nothing (23)', async () => {
  const caller = await subscriber(product, 'professional');
  const userId = await idOf(caller);
  await billingAtRest(product);
  product.stripe.holdWebhooks();
  const pack = await caller.post<OrderAnswer>('/orders', { kind: 'pack', packId: await packOf(caller), ...CONSENTS });
  await payAtTheTill(pack.body.paymentUrl!);
  await product.stripe.releaseWebhooks(() => []);
  const first = await Promise.all(Array.from({ length: 8 }, () => synchronise(caller)));
  expect(first.map(({ creditsGranted }) => creditsGranted).toSorted((a, b) => b - a)).toEqual([
    50, 0, 0, 0, 0, 0, 0, 0,
  ]);
  const before = await booksOf(userId);
  for (let run = 0; run < 5; run += 1) expect((await synchronise(caller)).creditsGranted).toBe(0);
  await Promise.all(Array.from({ length: 8 }, () => synchronise(caller)));
  expect(await booksOf(userId)).toBe(before);
});

test('the database itself refuses a second booking, payment, event or answer of the same name, whatever the code does', async () => {
  const caller = await subscriber(product, 'starter');
  const userId = await idOf(caller);
  await billingAtRest(product);
  const twice: [key: string, table: string, columns: string, row: string][] = [
    [
      'credit_ledger_business_key_unique',
      'credit_ledger',
      'id, created_at, user_id, delta, reason, business_key, balance_after',
      'gen_random_uuid(), now(), user_id, delta, reason, business_key, balance_after',
    ],
    [
      'payment_source_id_unique',
      'payment',
      'id, created_at, user_id, kind, source_id, amount_rappen, credits_granted, paid_at',
      'gen_random_uuid(), now(), user_id, kind, source_id, 1, 1, now()',
    ],
    [
      'idempotency_record_user_id_key_unique',
      'idempotency_record',
      'id, created_at, user_id, key, operation, request_hash',
      'gen_random_uuid(), now(), user_id, key, operation, request_hash',
    ],
    [
      'billing_customer_provider_id_unique',
      'billing_customer',
      'user_id, provider_id',
      'gen_random_uuid(), provider_id',
    ],
    [
      'subscription_provider_id_unique',
      'subscription',
      'id, created_at, user_id, provider_id, provider_item_id, plan_id, price_rappen, status, credits_per_period, current_period_start, current_period_end, cancel_at_period_end, started_at',
      'gen_random_uuid(), now(), user_id, provider_id, provider_item_id, plan_id, price_rappen, status, credits_per_period, current_period_start, current_period_end, cancel_at_period_end, started_at',
    ],
  ];
  for (const [key, table, columns, row] of twice) {
    await expect(
      product
        .em()
        .execute(`insert into ${table} (${columns}) select ${row} from ${table} where user_id = ? limit 1`, [userId]),
      table,
    ).rejects.toThrow(key);
  }
  await expect(product.em().execute('insert into payment_event select * from payment_event limit 1')).rejects.toThrow(
    'payment_event_pkey',
  );
  await expect(
    product.em().execute('update credit_account set balance = -1 where user_id = ?', [userId]),
  ).rejects.toThrow('credit_account_balance_not_negative');
});

test('200 parallel debits on one account queue up: as many as there is money for, and no error but «not enough»', async () => {
  const caller = await customer(product);
  const userId = await idOf(caller);
  await grantCredits(product, caller, 1207);
  const credits = product.api.get(CreditsService);
  const debit = (index: number) =>
    product.em().transactional((em) =>
      credits.book(em, {
        userId,
        delta: -10,
        reason: 'generation_charge',
        businessKey: `generation:debit-${index}:charge`,
      }),
    );
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => debit(index)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refusals).toHaveLength(80);
  expect(refusals.filter((error) => !(error instanceof AppError && error.code === 'insufficient_credits'))).toEqual([]);
  expect(await creditsOf(caller)).toBe(7);
  const rows = await product
    .em()
    .execute<{ balance_after: number }[]>('select balance_after from credit_ledger where user_id = ? order by seq', [
      userId,
    ]);
  expect(rows.map((row) => row.balance_after)).toEqual(Array.from({ length: 121 }, (_, index) => 1207 - index * 10));
});
