import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { Outbox } from '../../src/platform/queue/index.js';
import { SubscriptionEndRequested } from '../../src/payments/payments.events.js';
import {
  billingAtRest,
  CONSENTS,
  creditsOf,
  packOf,
  passTime,
  payWith,
  signInAgain,
  stripeOf,
  subscriptionOf,
  synchronise,
  upgrade,
  type OrderAnswer,
  type QuoteAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { idOf } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const order = (caller: Caller, body: object) => caller.post<OrderAnswer>('/orders', { ...body, ...CONSENTS });
const statusOf = async (caller: Caller, id: string) => (await caller.get<OrderAnswer>(`/orders/${id}`)).body.status;
const runningAt = async (caller: Caller) => {
  const [row] = await product
    .em()
    .execute<{ provider_id: string }[]>('select provider_id from billing_customer where user_id = ?', [
      await idOf(caller),
    ]);
  return (await stripeOf(product).subscriptions.list({ customer: row!.provider_id, status: 'active' })).data;
};

describe('credits for nothing', () => {
  test('an upgrade whose price is too small to be collected waits for the next period', async () => {
    const member = await subscriber(product, 'starter');
    const { subscription } = await subscriptionOf(member);
    const { email } = (await member.get<{ email: string }>('/me')).body;
    const left = Date.parse(subscription!.currentPeriodEnd) - product.stripe.now().getTime();
    await passTime(product, { hours: Math.floor(left / 3_600_000) - 5 });
    const fresh = await signInAgain(product, email);
    expect((await fresh.get('/subscription/upgrade-quote?planId=professional')).body).toMatchObject({
      code: 'upgrade_not_now',
    });
  });
});

describe('paid twice', () => {
  // While the provider takes its time, an order that does not wait for the one before finds nothing open that it could close.
  beforeEach(() => {
    const provider = product.api.get(PaymentProvider);
    const open = provider.openCheckout.bind(provider);
    vi.spyOn(provider, 'openCheckout').mockImplementation(async (request) => {
      await delay(100);
      return open(request);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test('of checkouts ordered at the same moment only one can be paid', async () => {
    const member = await subscriber(product, 'starter');
    const packId = await packOf(member);
    const orders = await Promise.all([1, 2, 3, 4].map(() => order(member, { kind: 'pack', packId })));
    const answers = await Promise.all(
      orders.map(({ body }) => (body.paymentUrl ? payAtTheTill(body.paymentUrl) : null)),
    );
    expect(answers.filter((answer) => answer && answer.status < 400)).toHaveLength(1);
    await billingAtRest(product);
    await synchronise(member);
    expect(await creditsOf(member)).toBe(170);
    expect((await Promise.all(orders.map(({ body }) => statusOf(member, body.id)))).toSorted()).toEqual([
      'expired',
      'expired',
      'expired',
      'paid',
    ]);
  });

  test('of plans ordered at the same moment only one begins', async () => {
    const person = await customer(product);
    const orders = await Promise.all(
      ['starter', 'professional', 'business'].map((planId) => order(person, { kind: 'plan', planId })),
    );
    await Promise.all(orders.map(({ body }) => (body.paymentUrl ? payAtTheTill(body.paymentUrl) : null)));
    await billingAtRest(product);
    await synchronise(person);
    expect(await runningAt(person)).toHaveLength(1);
    expect(
      (await Promise.all(orders.map(({ body }) => statusOf(person, body.id)))).filter((status) => status === 'paid'),
    ).toHaveLength(1);
  });

  test('a plan that is paid but not heard of yet keeps a second one from being ordered', async () => {
    const person = await customer(product);
    product.stripe.holdWebhooks();
    const first = await order(person, { kind: 'plan', planId: 'starter' });
    await payAtTheTill(first.body.paymentUrl!);
    expect((await order(person, { kind: 'plan', planId: 'business' })).body).toMatchObject({
      code: 'already_subscribed',
    });
    await product.stripe.releaseWebhooks();
    expect(await statusOf(person, first.body.id)).toBe('paid');
    expect(await runningAt(person)).toHaveLength(1);
  });

  test('the end of a withdrawn subscription, carried out late, leaves the next one alone', async () => {
    const member = await subscriber(product, 'starter');
    const [first] = await runningAt(member);
    const bought = (await member.get<{ items: OrderAnswer[] }>('/orders')).body.items[0]!;
    await member.post(`/orders/${bought.id}/withdrawal`);
    await until('the end', async () => ((await runningAt(member)).length === 0 ? true : null));
    await synchronise(member);
    const next = await order(member, { kind: 'plan', planId: 'business' });
    await payAtTheTill(next.body.paymentUrl!);
    await until('the next', async () => ((await statusOf(member, next.body.id)) === 'paid' ? true : null));
    const userId = await idOf(member);
    await product
      .em()
      .transactional((em) =>
        product.api
          .get(Outbox)
          .add(em, SubscriptionEndRequested, { userId, when: 'now', providerSubscriptionId: first!.id }),
      );
    await billingAtRest(product);
    expect((await subscriptionOf(member)).subscription).toMatchObject({ planId: 'business', status: 'active' });
  });
});

describe('stuck', () => {
  test('a quote from before an upgrade cannot be ordered after it, and the customer can still be read', async () => {
    const member = await subscriber(product, 'starter');
    await passTime(product, { days: 10 });
    const old = (await member.get<QuoteAnswer>('/subscription/upgrade-quote?planId=professional')).body;
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await order(member, { kind: 'upgrade', planId: 'professional', quotedAt: old.quotedAt })).body.status).toBe(
      'paid',
    );
    await payWith(member, '4000 0000 0000 0341');
    expect((await order(member, { kind: 'upgrade', planId: 'business', quotedAt: old.quotedAt })).body).toMatchObject({
      code: 'quote_expired',
    });
    expect((await member.post('/subscription/synchronise')).status).toBe(200);
  });

  test('an upgrade that is refused after it was noted keeps nothing waiting', async () => {
    const member = await subscriber(product, 'starter');
    await passTime(product, { days: 10 });
    const quote = (await member.get<QuoteAnswer>('/subscription/upgrade-quote?planId=business')).body;
    const provider = product.api.get(PaymentProvider);
    const change = provider.changePlan;
    provider.changePlan = async () => {
      provider.changePlan = change;
      await Promise.resolve();
      throw new TypeError('something nobody thought of');
    };
    expect((await order(member, { kind: 'upgrade', planId: 'business', quotedAt: quote.quotedAt })).status).toBe(500);
    const again = await upgrade(member, 'business');
    expect(again.order.status).toBe('paid');
  });

  test('upgrades withdrawn in the order they were bought end at the plan they began with', async () => {
    const member = await subscriber(product, 'starter');
    await passTime(product, { days: 3 });
    const first = await upgrade(member, 'professional');
    await passTime(product, { days: 1 });
    const second = await upgrade(member, 'business');
    expect([first.order.status, second.order.status]).toEqual(['paid', 'paid']);
    const quote = (await member.get<{ refundRappen: number }>(`/orders/${first.order.id}/withdrawal`)).body;
    expect(quote.refundRappen).toBe(first.order.amountRappen + second.order.amountRappen);
    await member.post(`/orders/${first.order.id}/withdrawal`);
    await until('the first plan', async () =>
      (await subscriptionOf(member)).subscription?.planId === 'starter' ? true : null,
    );
    expect(await statusOf(member, second.order.id)).toBe('withdrawn');
    await billingAtRest(product);
    expect(await creditsOf(member)).toBe(120);
  });

  test('an upgrade asked for while a renewal has not been heard of asks for a new quote, and a later try works', async () => {
    const member = await subscriber(product, 'starter');
    await billingAtRest(product);
    product.stripe.holdWebhooks();
    await product.stripe.advance({ days: 32 });
    expect((await member.get('/subscription/upgrade-quote?planId=business')).body).toMatchObject({
      code: 'quote_expired',
    });
    expect((await member.get('/subscription/upgrade-quote?planId=business')).status).toBe(200);
    await product.stripe.releaseWebhooks();
  });
});
