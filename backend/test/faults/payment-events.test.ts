import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReconciliationService } from '../../src/payments/synchronisation/reconciliation.service.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkProvider } from '../../src/invariants/index.js';
import {
  billingAtRest,
  CONSENTS,
  ledgerOf,
  passTime,
  stripeOf,
  subscriptionOf,
  upgrade,
  type OrderAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';

const LONG_ENOUGH_MS = 1500;

/** Fault 10: events that come too often, in the wrong order, or never. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ everyEvent: true, env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const violations = () => checkProvider(product.em(), product.api.get(PaymentProvider));

async function paidUnheard(planId = 'starter'): Promise<Caller> {
  const caller = await customer(product);
  product.stripe.holdWebhooks();
  const order = await caller.post<OrderAnswer>('/orders', { kind: 'plan', planId, ...CONSENTS });
  await payAtTheTill(order.body.paymentUrl!);
  return caller;
}

test('one event 50 times in parallel: one grant', async () => {
  const caller = await paidUnheard();
  let paid = '';
  await product.stripe.releaseWebhooks((events) => {
    paid = events.find(({ type }) => type === 'invoice.paid')!.id;
    return [];
  });
  const taken = await Promise.all(Array.from({ length: 50 }, () => product.stripe.resendEvent(paid)));
  expect(taken).toEqual(Array.from({ length: 50 }, () => true));
  await billingAtRest(product);
  expect(await ledgerOf(caller)).toMatchObject([{ delta: 120, reason: 'plan_grant' }]);
  expect(await product.em().execute('select 1 from payment_event where id = ?', [paid])).toHaveLength(1);
  expect(await violations()).toEqual([]);
});

test('the events of a purchase, an upgrade and a cancellation in reverse order, each twice: as if in order', async () => {
  const caller = await paidUnheard();
  await caller.post('/subscription/synchronise');
  const { quote } = await upgrade(caller, 'business');
  await caller.post('/subscription/cancel');
  await product.stripe.releaseWebhooks((events) => [...events, ...events].toReversed());
  await billingAtRest(product);
  expect((await ledgerOf(caller)).map(({ delta }) => delta)).toEqual([quote.credits, 120]);
  expect((await subscriptionOf(caller)).subscription).toMatchObject({
    planId: 'business',
    status: 'active',
    cancelAtPeriodEnd: true,
  });
  expect(await violations()).toEqual([]);
});

test('events lost for good: the night finds a first month, a renewal and a failed payment, and grants each once', async () => {
  const [renewed, failing] = [
    await idOf(await subscriber(product, 'starter')),
    await idOf(await paidBy('4000 0000 0000 0341')),
  ];
  await billingAtRest(product);
  const fresh = await idOf(await paidUnheard('professional'));
  await passTime(product, { days: 31 });
  await product.stripe.releaseWebhooks(() => []);
  expect(await Promise.all([fresh, renewed, failing].map(grantsOf))).toEqual([[], [120], [120]]);
  const reconciliation = product.worker!.get(ReconciliationService, { strict: false });
  expect(await reconciliation.noteDue()).toBeGreaterThanOrEqual(3);
  await billingAtRest(product);
  expect(await Promise.all([fresh, renewed, failing].map(grantsOf))).toEqual([[240, 240], [120, 120], [120]]);
  expect(await violations()).toEqual([]);
  expect(await reconciliation.noteDue()).toBe(0);
});

test('a reading that takes long never overwrites a newer one', async () => {
  const caller = await subscriber(product, 'starter');
  await billingAtRest(product);
  const provider = product.api.get(PaymentProvider);
  const read = provider.readCustomer;
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const hasRead = new Promise<void>((resolve) => {
    provider.readCustomer = async (customerId) => {
      provider.readCustomer = read;
      const old = await read.call(provider, customerId);
      resolve();
      await held;
      return old;
    };
  });
  const slow = caller.post('/subscription/synchronise');
  await hasRead;
  const [row] = await product
    .em()
    .execute<{ provider_id: string }[]>('select provider_id from subscription where user_id = ?', [await idOf(caller)]);
  await stripeOf(product).subscriptions.update(row!.provider_id, { cancel_at_period_end: true });
  await product.stripe.webhooksSettled();
  await pause(LONG_ENOUGH_MS); // the worker would have read and written the newer state by now, were it not made to wait
  release();
  expect((await slow).status).toBe(200);
  await billingAtRest(product);
  expect((await subscriptionOf(caller)).subscription).toMatchObject({ cancelAtPeriodEnd: true });
  expect(await violations()).toEqual([]);
});

const idOf = async (caller: Caller): Promise<string> => (await caller.get<{ id: string }>('/me')).body.id;

/** From the ledger itself: sessions are over after a month. */
async function grantsOf(userId: string): Promise<number[]> {
  const rows = await product
    .em()
    .execute<{ delta: number }[]>('select delta from credit_ledger where user_id = ? order by seq', [userId]);
  return rows.map(({ delta }) => delta);
}

async function paidBy(card: string): Promise<Caller> {
  const caller = await customer(product);
  const order = await caller.post<OrderAnswer>('/orders', { kind: 'plan', planId: 'starter', ...CONSENTS });
  await payAtTheTill(order.body.paymentUrl!, card);
  await caller.post('/subscription/synchronise');
  return caller;
}
