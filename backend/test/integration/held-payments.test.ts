import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReconciliationService } from '../../src/payments/synchronisation/reconciliation.service.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import {
  billingAtRest,
  buyPack,
  CONSENTS,
  creditsOf,
  lastCharge,
  ledgerOf,
  nextMonth,
  stripeOf,
  subscriptionOf,
  synchronise,
  upgrade,
  type OrderAnswer,
  type SubscriptionAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, leave, payAtTheTill, signedUp, subscriber } from '../support/customers.js';
import { idOf, promote } from '../support/holdings.js';
import { inFrancs, PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

interface HeldOrder extends OrderAnswer {
  heldAt: string | null;
}
interface HeldPayment {
  id: string;
  credits: number;
  amountRappen: number;
  leftRappen: number;
  withdrawals: number;
  order: { id: string } | null;
}

let product: Product;
let admins: [Caller, Caller];
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  const make = async () => promote(product, await customer(product), { secondFactor: true });
  admins = [await make(), await make()];
});
afterAll(async () => {
  await billingAtRest(product);
  await product.em().execute('delete from customer_order where number like ?', [`${UNPAID}%`]);
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
  await product.stop();
});

const reason = 'Angerufen und geklärt';
const withdraw = async (caller: Caller, { id }: { id: string }) => {
  expect((await caller.post<OrderAnswer>(`/orders/${id}/withdrawal`)).body.status).toBe('withdrawn');
};
const standing = async (caller: Caller) =>
  (await subscriptionOf(caller)) as SubscriptionAnswer & { heldCredits: number; nextOrderHeld: boolean };
const orderOf = async (caller: Caller, { id }: { id: string }) => (await caller.get<HeldOrder>(`/orders/${id}`)).body;
const heldFor = async ({ id }: { id: string }) =>
  (await admins[0].get<{ items: HeldPayment[] }>('/admin/held-payments?limit=50')).body.items.find(
    ({ order }) => order?.id === id,
  );
const decide = (admin: Caller, decision: 'confirm' | 'refuse', { id }: { id: string }) =>
  admin.post(`/admin/held-payments/${id}/${decision}`, { reason });
const audit = (id: string) =>
  product.em().execute<{ action: string }[]>('select action from audit_entry where subject_id = ?', [id]);
const refundedOf = async (caller: Caller) => (await lastCharge(product, caller)).amount_refunded;

const UNPAID = 'T-';

/** Two orders that somebody withdrew from one after the other, written straight into the database: nobody paid them. */
async function withdrewTwice(member: Caller, daysAgo = 1): Promise<Caller> {
  for (const minutes of [0, 1])
    await product.em().execute(
      `insert into customer_order (id, created_at, number, user_id, kind, item_name, status, amount_rappen, credits, early_start_version, withdrawal_effect_version, withdrawn_at)
       values (gen_random_uuid(), now() - make_interval(days => ?), ?, ?, 'pack', 'S', 'withdrawn', 490, 50, '1', '1', now() - make_interval(days => ?, mins => ?))`,
      [daysAgo, UNPAID + randomUUID().slice(0, 18), await idOf(member), daysAgo, minutes],
    );
  return member;
}
const anew = async (email: string) => (await signedUp(product, email)).caller;
const circling = async () => withdrewTwice(await subscriber(product, 'starter'));

async function subjects(caller: Caller): Promise<string[]> {
  const { email } = (await caller.get<{ email: string }>('/me')).body;
  return product.mailbox.emailsTo(email).map(({ subject, text }) => `${subject}\n${text}`);
}

/** Orders a plan and pays it. */
async function orderPlan(caller: Caller): Promise<HeldOrder> {
  const order = (await caller.post<OrderAnswer>('/orders', { kind: 'plan', planId: 'starter', ...CONSENTS })).body;
  await payAtTheTill(order.paymentUrl!);
  return until('the plan', async () => {
    const now = await orderOf(caller, order);
    return now.status === 'paid' ? now : null;
  });
}

describe('orders of somebody who does not withdraw again and again', () => {
  test('are granted at once: a plan and three packs, also when the withdrawals were of orders longer ago', async () => {
    const member = await withdrewTwice(await subscriber(product, 'starter'), 91);
    for (let round = 0; round < 3; round += 1)
      expect(await orderOf(member, await buyPack(member, 'S'))).toMatchObject({ heldAt: null });
    expect(await standing(member)).toMatchObject({ heldCredits: 0, nextOrderHeld: false });
    expect(await creditsOf(member)).toBe(270);
  });

  test('are granted at once after one declaration, however many orders it ended', async () => {
    const member = await subscriber(product, 'starter');
    await upgrade(member, 'business');
    const plan = (await member.get<{ items: OrderAnswer[] }>('/orders')).body.items.find(
      ({ kind }) => kind === 'plan',
    )!;
    await withdraw(member, plan);
    await until('the end', async () => ((await subscriptionOf(member)).subscription === null ? true : null));
    expect(await orderPlan(member)).toMatchObject({ heldAt: null });
    expect(await creditsOf(member)).toBe(120);
  });
});

describe('after two withdrawals', () => {
  test('an order is paid and its credits wait, whoever reads the provider again', async () => {
    const member = await subscriber(product, 'starter');
    for (let round = 0; round < 2; round += 1) await withdraw(member, await buyPack(member, 'S'));
    await billingAtRest(product);
    expect(await standing(member)).toMatchObject({ heldCredits: 0, nextOrderHeld: true });
    const pack = await buyPack(member, 'S');
    expect((await orderOf(member, pack)).heldAt).not.toBeNull();
    expect(await standing(member)).toMatchObject({ heldCredits: 50, grantMissing: false, purchasesBlocked: false });
    await Promise.all([
      synchronise(member),
      synchronise(member),
      admins[0].post(`/admin/users/${await idOf(member)}/synchronise`),
    ]);
    for (const event of product.stripe.events().slice(-4)) await product.stripe.resendEvent(event.id);
    await product
      .em()
      .execute('update billing_customer set synchronised_at = null where user_id = ?', [await idOf(member)]);
    await product.worker!.get(ReconciliationService, { strict: false }).noteDue();
    await billingAtRest(product);
    expect(await creditsOf(member)).toBe(120);
    expect(await heldFor(pack)).toMatchObject({ credits: 50, amountRappen: 490, leftRappen: 490, withdrawals: 2 });
    await until('the mail', async () =>
      (await subjects(member)).some(
        (mail) => mail.includes('innert 3 Arbeitstagen') && mail.includes('Bestellbestätigung'),
      )
        ? true
        : null,
    );
  });

  test('an account deleted and registered anew twice, nothing ordered in between, waits all the same', async () => {
    const second = await anew(await leave(await circling()));
    expect(await standing(second)).toMatchObject({ nextOrderHeld: true });
    const third = await anew(await leave(second));
    expect((await orderPlan(third)).heldAt).not.toBeNull();
    expect(await standing(third)).toMatchObject({ heldCredits: 120 });
    expect(await creditsOf(third)).toBe(0);
  });

  describe('somebody orders pack after pack', () => {
    let member: Caller;
    beforeAll(async () => {
      member = await circling();
    });

    test('an admin confirms once, however many try', async () => {
      const before = await creditsOf(member);
      const payment = (await heldFor(await buyPack(member, 'S')))!;
      const answers = await Promise.all(admins.map((admin) => decide(admin, 'confirm', payment)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
      expect(await creditsOf(member)).toBe(before + 50);
      expect((await ledgerOf(member))[0]).toMatchObject({ delta: 50, reason: 'pack_grant' });
      expect(await audit(payment.id)).toEqual([{ action: 'payment.confirm' }]);
      expect(await standing(member)).toMatchObject({ heldCredits: 0 });
      expect((await decide(admins[0], 'refuse', payment)).status).toBe(409);
      await until('the mail', async () =>
        (await subjects(member)).some((mail) => mail.startsWith('Ihre Credits sind da')) ? true : null,
      );
    });

    test('withdrawing while the credits wait pays the whole price back, and leaves nothing to decide', async () => {
      const before = await creditsOf(member);
      const pack = await buyPack(member, 'S');
      const payment = (await heldFor(pack))!;
      expect((await member.get(`/orders/${pack.id}/withdrawal`)).body).toMatchObject({ refundRappen: 490, credits: 0 });
      await withdraw(member, pack);
      await until('the money', async () => ((await refundedOf(member)) === 490 ? true : null));
      expect(await heldFor(pack)).toBeUndefined();
      expect((await decide(admins[0], 'confirm', payment)).status).toBe(409);
      await synchronise(member);
      expect(await creditsOf(member)).toBe(before);
      expect(await standing(member)).toMatchObject({ heldCredits: 0 });
    });

    test('withdrawn from and confirmed at the same moment, the money goes back once and no credit is left of it', async () => {
      const before = await creditsOf(member);
      const pack = await buyPack(member, 'S');
      const payment = (await heldFor(pack))!;
      const [confirmed] = await Promise.all([
        decide(admins[0], 'confirm', payment),
        withdraw(member, pack),
        decide(admins[1], 'refuse', payment),
        synchronise(member),
      ]);
      expect([204, 409]).toContain(confirmed.status);
      await until('the money', async () => ((await refundedOf(member)) === 490 ? true : null));
      await billingAtRest(product);
      await synchronise(member);
      expect(await refundedOf(member)).toBe(490);
      expect(await creditsOf(member)).toBe(before);
      expect(await orderOf(member, pack)).toMatchObject({ status: 'withdrawn', heldAt: null });
    });

    test('a decision waits for what just becomes of the order, and then finds nothing to decide', async () => {
      const before = await creditsOf(member);
      const payment = (await heldFor(await buyPack(member, 'S')))!;
      const noteEnd = (em: ReturnType<Product['em']>, at: string) =>
        em.execute(`update payment set wound_up_at = ${at} where id = ?`, [payment.id]);
      await billingAtRest(product);
      let decisions!: ReturnType<typeof decide>[];
      await product.em().transactional(async (em) => {
        await em.execute('select 1 from billing_customer where user_id = ? for update', [await idOf(member)]);
        await noteEnd(em, 'now()');
        decisions = admins.map((admin, index) => decide(admin, index ? 'confirm' : 'refuse', payment));
        await until('the decisions to wait', async () => {
          const rows: unknown[] = await product
            .em()
            .execute(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
          return rows.length >= admins.length ? true : null;
        });
      });
      expect((await Promise.all(decisions)).map(({ status }) => status)).toEqual([409, 409]);
      expect(await creditsOf(member)).toBe(before);
      await noteEnd(product.em(), 'null');
    });

    test('money that went back meanwhile at the provider lowers what is granted', async () => {
      const before = await creditsOf(member);
      const payment = (await heldFor(await buyPack(member, 'S')))!;
      await stripeOf(product).refunds.create({ charge: (await lastCharge(product, member)).id, amount: 245 });
      await billingAtRest(product);
      await synchronise(member);
      expect(await creditsOf(member)).toBe(before);
      expect((await decide(admins[0], 'confirm', payment)).status).toBe(204);
      expect(await creditsOf(member)).toBe(before + 25);
    });
  });

  test('an admin refuses a plan: the subscription ends, the price goes back whole, its customer is told', async () => {
    const member = await withdrewTwice(await customer(product));
    const plan = await orderPlan(member);
    expect(plan.heldAt).not.toBeNull();
    const payment = (await heldFor(plan))!;
    expect(payment).toMatchObject({ credits: 120, leftRappen: PLAN_PRICES.starter });
    expect((await decide(admins[0], 'refuse', payment)).status).toBe(204);
    await until('the money', async () => ((await refundedOf(member)) === PLAN_PRICES.starter ? true : null));
    await until('the end', async () => ((await subscriptionOf(member)).subscription === null ? true : null));
    expect(await creditsOf(member)).toBe(0);
    expect(await audit(payment.id)).toEqual([{ action: 'payment.refuse' }]);
    await until('the mail', async () =>
      (await subjects(member)).some(
        (mail) => mail.startsWith('Ihre Bestellung ist aufgehoben') && mail.includes(inFrancs(PLAN_PRICES.starter)),
      )
        ? true
        : null,
    );
  });

  test('a renewal of a confirmed plan is granted; one of a plan that waits, waits with it', async () => {
    const [confirmed, waiting] = [
      await withdrewTwice(await customer(product)),
      await withdrewTwice(await customer(product)),
    ];
    const plan = await orderPlan(confirmed);
    await orderPlan(waiting);
    expect((await decide(admins[0], 'confirm', (await heldFor(plan))!)).status).toBe(204);
    expect(await creditsOf(confirmed)).toBe(120);
    const waitingId = await idOf(waiting);
    const later = await nextMonth(product, confirmed);
    await until('the renewal', async () => ((await creditsOf(later)) === 240 ? true : null));
    expect(await standing(later)).toMatchObject({ heldCredits: 0 });
    const held = () =>
      product
        .em()
        .execute<{ held: number }[]>('select sum(credits_held)::int as held from payment where user_id = ?', [
          waitingId,
        ]);
    await until('the renewal that waits', async () => ((await held())[0]!.held === 240 ? true : null));
  });
});
