import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '../../src/announcements/index.js';
import { createWorker } from '../../src/app/worker.js';
import { PaymentProvider, PaymentProviderUnavailable } from '../../src/integrations/payments/index.js';
import { PriceChangesService } from '../../src/payments/price-changes/price-changes.service.js';
import { Clock, DAY, HOUR, MINUTE } from '../../src/platform/clock/index.js';
import { SynchronisationService } from '../../src/payments/index.js';
import {
  announcePrice,
  charged,
  contractOf,
  dayByRenewal,
  endContracts,
  look,
  passTo,
  renew,
} from '../support/announced-prices.js';
import {
  billingAtRest,
  CONSENTS,
  passTime,
  payWith,
  stripeOf,
  subscriptionOf,
  upgrade,
  type OrderAnswer,
  type QuoteAnswer,
} from '../support/billing.js';
import { idOf, type Caller } from '../support/caller.js';
import { customer, emailOf, payAtTheTill, sessionOf, subscriber } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { settled, violations } from '../support/retention.js';
import { until } from '../support/until.js';

/** What comes between an announced price and its day: what customers do, and what happens to workers and messages. */

let product: Product;
const undo: (() => void)[] = [];
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterEach(async () => {
  undo.splice(0).forEach((restore) => restore());
  await billingAtRest(product);
  expect(await violations(product)).toEqual([]);
  await endContracts(product);
});
afterAll(() => product.stop());

let next = 0;
/** A price that no other test of this file has announced. */
const newPrice = (planId: 'starter' | 'professional') => (planId === 'starter' ? 1000 : 1800) + (next += 10);

interface Told {
  userId: string;
  caller(): Promise<Caller>;
  before: number;
  after: number;
}

/** Somebody who was told of a price that holds from the renewal after the next one. */
async function told(planId: 'starter' | 'professional' = 'starter'): Promise<Told> {
  const member = await subscriber(product, planId);
  const userId = await idOf(member);
  const before = (await contractOf(product, userId)).price_rappen;
  const after = newPrice(planId);
  await announcePrice(product, { planId, priceRappen: after, effectiveOn: await dayByRenewal(product, userId, 0) });
  return { userId, caller: () => sessionOf(product, userId), before, after };
}

/** The same, in the last month at the old price, two days before the renewal at the new one. */
async function nearTheDay(planId: 'starter' | 'professional' = 'starter') {
  const person = await told(planId);
  await renew(product, person.userId);
  const { current_period_end: end } = await contractOf(product, person.userId);
  await passTo(product, new Date(end.getTime() - 2 * DAY));
  return { ...person, end };
}

/** Counts and may disturb what a process asks the provider. */
function tap(
  method: 'setRenewalPrice',
  around: (original: () => Promise<unknown>, calls: number) => Promise<unknown>,
  app = product.worker!,
): () => number {
  const provider = app.get(PaymentProvider);
  const original = provider[method].bind(provider) as (...args: unknown[]) => Promise<unknown>;
  let calls = 0;
  Object.assign(provider, { [method]: (...args: unknown[]) => around(() => original(...args), (calls += 1)) });
  undo.push(() => Object.assign(provider, { [method]: original }));
  return () => calls;
}

const priceAtProvider = async (userId: string): Promise<number> => {
  const { provider_id: id } = await contractOf(product, userId);
  return (await stripeOf(product).subscriptions.retrieve(id)).items.data[0]!.price.unit_amount!;
};
const throughRenewal = async (userId: string, end: Date): Promise<void> => {
  await passTo(product, new Date(end.getTime() + HOUR));
  await product.api.get(SynchronisationService).synchroniseUser(userId);
};
const withdraw = async (caller: Caller, orderId: string): Promise<void> => {
  const { status } = await caller.post(`/orders/${orderId}/withdrawal`);
  expect(status).toBeLessThan(300);
  await billingAtRest(product);
};

describe('workers and messages', () => {
  longTest(
    'two workers at once set it once',
    async () => {
      const { userId, before, after, end } = await nearTheDay();
      const second = await createWorker(product.config);
      try {
        second.get(Clock).shift(product.api.get(Clock).now().getTime() - Date.now());
        const updates = () =>
          product.stripe.events().filter(({ type, data }) => {
            const { id } = data.object as { id: string };
            const items = (data.previous_attributes as { items?: unknown } | undefined)?.items;
            return type === 'customer.subscription.updated' && items && id === provider;
          }).length;
        const { id, provider_id: provider } = await contractOf(product, userId);
        const workers = [product.worker!, second].map((worker) => worker.get(PriceChangesService));
        const already = updates();
        await Promise.all([...workers, ...workers].map((worker) => worker.noteDue(id)));
        await Promise.all([...workers, ...workers].map((worker) => worker.carryOut(id)));
        await billingAtRest(product);
        expect(updates() - already).toBe(1);
      } finally {
        await second.close();
      }
      await throughRenewal(userId, end);
      expect(await charged(product, userId)).toEqual([before, before, after]);
    },
    180_000,
  );

  longTest(
    'a worker that dies after the provider has done it, and before anything is written down',
    async () => {
      const { userId, before, after, end } = await nearTheDay();
      const calls = tap('setRenewalPrice', async (original, count) => {
        await original();
        if (count === 1) throw new PaymentProviderUnavailable({ cause: 'the process died here' });
      });
      const worker = product.worker!.get(PriceChangesService);
      const { id } = await contractOf(product, userId);
      product.stripe.holdWebhooks();
      await worker.noteDue(id);
      // Here, or in the job that was noted for it, whichever comes first.
      await worker.carryOut(id).catch(() => undefined);
      expect(calls()).toBeGreaterThan(0);
      expect(await priceAtProvider(userId)).toBe(after);
      await product.stripe.releaseWebhooks();
      await product.api.get(SynchronisationService).synchroniseUser(userId);
      // The month that runs still costs what was paid for it.
      expect(await contractOf(product, userId)).toMatchObject({ price_rappen: before, renewal_rappen: after });
      await look(product);
      await throughRenewal(userId, end);
      expect(await charged(product, userId)).toEqual([before, before, after]);
    },
    180_000,
  );

  test('a provider that does not answer at first, and events that are lost, late and replayed', async () => {
    const { userId, before, after, end } = await nearTheDay();
    tap('setRenewalPrice', (original, calls) =>
      calls === 1 ? Promise.reject(new PaymentProviderUnavailable({ cause: 'away' })) : original(),
    );
    await product.worker!.get(PriceChangesService).noteDue();
    await until('the price to be set', async () => ((await priceAtProvider(userId)) === after ? true : null));
    await billingAtRest(product);
    product.stripe.holdWebhooks();
    await passTime(product, { hours: (end.getTime() + HOUR - product.api.get(Clock).now().getTime()) / HOUR });
    await product.stripe.releaseWebhooks((events) => [...events.toReversed(), ...events]);
    await billingAtRest(product);
    for (const { id } of product.stripe.events().slice(-20)) await product.stripe.resendEvent(id);
    await billingAtRest(product);
    expect(await charged(product, userId)).toEqual([before, before, after]);
    expect(await look(product)).toBe(0);
  }, 90_000);

  longTest(
    'a renewal that comes between the reading and the call is charged as before, and so is nothing else',
    async () => {
      const { userId, before, after, end } = await nearTheDay();
      await passTo(product, new Date(end.getTime() - 10 * MINUTE));
      tap('setRenewalPrice', async (original, calls) => {
        if (calls === 1) await passTime(product, { hours: 0.5 });
        return original();
      });
      const worker = product.worker!.get(PriceChangesService);
      const { id } = await contractOf(product, userId);
      await worker.noteDue(id);
      await worker.carryOut(id);
      await throughRenewal(userId, end);
      expect(await charged(product, userId)).toEqual([before, before, before]);
      expect(await contractOf(product, userId)).toMatchObject({ price_rappen: before, renewal_rappen: after });
      await renew(product, userId);
      expect(await charged(product, userId)).toEqual([before, before, before, after]);
      expect(await contractOf(product, userId)).toMatchObject({ price_rappen: after, renewal_rappen: after });
    },
    180_000,
  );

  longTest(
    'a month that was renewed unchanged because no worker ran is not charged again; the next one has the price',
    async () => {
      const { userId, before, after, end } = await nearTheDay();
      await throughRenewal(userId, end);
      expect(await charged(product, userId)).toEqual([before, before, before]);
      await renew(product, userId);
      expect(await charged(product, userId)).toEqual([before, before, before, after]);
    },
    180_000,
  );
});

describe('what customers do', () => {
  test('who cancels pays nothing more and keeps the paid period; who resumes pays what was announced', async () => {
    const member = await subscriber(product, 'starter');
    const returns = await told();
    const leaves = {
      ...returns,
      userId: await idOf(member),
      caller: async () => sessionOf(product, await idOf(member)),
    };
    await renew(product, returns.userId);
    const { current_period_end: end } = await contractOf(product, returns.userId);
    await passTo(product, new Date(end.getTime() - 2 * DAY));
    for (const { caller } of [leaves, returns])
      expect((await (await caller()).post('/subscription/cancel')).status).toBe(200);
    const { subscription } = await subscriptionOf(await leaves.caller());
    expect(subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, priceRappen: leaves.before });
    await look(product);
    await passTo(product, new Date(end.getTime() - 2 * MINUTE));
    expect((await (await returns.caller()).post('/subscription/resume')).status).toBe(200);
    await throughRenewal(returns.userId, end);
    await throughRenewal(leaves.userId, end);
    expect(await charged(product, leaves.userId)).toEqual([leaves.before, leaves.before]);
    expect(await charged(product, returns.userId)).toEqual([returns.before, returns.before, returns.after]);
    expect((await contractOf(product, leaves.userId)).status).toBe('canceled');
  }, 90_000);

  test('an upgrade in the last days is reckoned from what the month cost, and brings its full share of credits', async () => {
    const { userId, caller, before, end } = await nearTheDay();
    await look(product);
    const member = await caller();
    const { quote, order } = await upgrade(member, 'business');
    expect(order).toMatchObject({ status: 'paid', amountRappen: quote.amountRappen });
    const { current_period_end: periodEnd } = await contractOf(product, userId);
    const [{ period_start: start }] = (await product
      .em()
      .execute<{ period_start: string }[]>(
        "select period_start from payment where user_id = ? and kind = 'subscription_cycle' order by paid_at desc limit 1",
        [userId],
      )) as [{ period_start: string }];
    const share = (periodEnd.getTime() - Date.parse(quote.quotedAt)) / (periodEnd.getTime() - Date.parse(start));
    expect(quote.amountRappen).toBe(Math.round(quote.nextAmountRappen * share) - Math.round(before * share));
    expect(quote.credits).toBe(Math.ceil((500 - 120) * share));
    await throughRenewal(userId, end);
    expect((await charged(product, userId)).at(-1)).toBe(quote.nextAmountRappen);
    expect((await subscriptionOf(await caller())).subscription).toMatchObject({
      planId: 'business',
      announcedPrices: [],
    });
  }, 180_000);

  test('an upgrade that waits for its payment is not lost; once it is over, the price is set', async () => {
    const { userId, caller, before, after, end } = await nearTheDay();
    await payWith(await caller(), '4000 0027 6000 3184');
    const { order } = await upgrade(await caller(), 'business');
    expect(order.status).toBe('pending');
    await look(product);
    expect((await subscriptionOf(await caller())).subscription!.waitingUpgrade).toMatchObject({ planId: 'business' });
    await passTo(product, new Date(end.getTime() - DAY + HOUR));
    await payWith(await caller(), '4242 4242 4242 4242');
    await look(product);
    expect(await priceAtProvider(userId)).toBe(after);
    await throughRenewal(userId, end);
    expect(await charged(product, userId)).toEqual([before, before, after]);
  }, 180_000);

  test('an upgrade and the price at the same moment: the plan that was paid for stays', async () => {
    const { userId, caller } = await nearTheDay();
    const { id } = await contractOf(product, userId);
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    let knock = () => {};
    const knocked = new Promise<void>((resolve) => (knock = resolve));
    tap('setRenewalPrice', async (original) => (knock(), await opened, original()));
    const worker = product.worker!.get(PriceChangesService);
    await worker.noteDue(id);
    const setting = worker.carryOut(id);
    await knocked;
    const upgrading = upgrade(await caller(), 'business');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    open();
    const { order } = await upgrading;
    await setting;
    await billingAtRest(product);
    expect(order.status).toBe('paid');
    expect(await contractOf(product, userId)).toMatchObject({ plan_id: 'business' });
  }, 180_000);

  longTest(
    'who withdraws from an upgrade before the day has the old price back, and the announced one from its day',
    async () => {
      const { userId, caller, before, after } = await told();
      const { order } = await upgrade(await caller(), 'business');
      await withdraw(await caller(), order.id);
      expect(await contractOf(product, userId)).toMatchObject({ plan_id: 'starter', price_rappen: before });
      await renew(product, userId);
      await renew(product, userId);
      expect((await charged(product, userId)).filter((_, index) => index !== 1)).toEqual([before, before, after]);
    },
    180_000,
  );

  longTest(
    'a plan that is restored minutes before the renewal has the price of that renewal',
    async () => {
      const { userId, caller, before, after, end } = await nearTheDay();
      const { order } = await upgrade(await caller(), 'business');
      expect(order.status).toBe('paid');
      await passTo(product, new Date(end.getTime() - 20 * MINUTE));
      await withdraw(await caller(), order.id);
      expect(await contractOf(product, userId)).toMatchObject({
        plan_id: 'starter',
        price_rappen: before,
        renewal_rappen: after,
      });
      await throughRenewal(userId, end);
      expect(await charged(product, userId)).toEqual([before, before, order.amountRappen, after]);
    },
    180_000,
  );
});

describe('orders around the publication', () => {
  test('one that was noted before is charged as agreed, and its customer told then, from a day of their own', async () => {
    const buyer = await customer(product);
    const { body: order } = await buyer.post<OrderAnswer>('/orders', {
      kind: 'plan',
      planId: 'professional',
      ...CONSENTS,
    });
    const after = newPrice('professional');
    const { effectiveOn } = await announcePrice(product, {
      planId: 'professional',
      priceRappen: after,
      effectiveOn: dayOf(new Date(product.api.get(Clock).now().getTime() + 32 * DAY)),
    });
    await payAtTheTill(order.paymentUrl!);
    await billingAtRest(product);
    const userId = await idOf(buyer);
    await product.api.get(SynchronisationService).synchroniseUser(userId);
    expect(await charged(product, userId)).toEqual([order.amountRappen]);
    await passTo(product, new Date(product.api.get(Clock).now().getTime() + 4 * DAY));
    await settled(product);
    expect(await emailsTo(product, await emailOf(buyer), /Preis Ihres Abos/)).toHaveLength(1);
    const [notice] = await product
      .em()
      .execute<{ effective_from: string }[]>('select effective_from from price_notice where subscription_id = ?', [
        (await contractOf(product, userId)).id,
      ]);
    expect(Date.parse(notice!.effective_from)).toBeGreaterThan(Date.parse(effectiveOn));
    await renew(product, userId);
    await renew(product, userId);
    expect(await charged(product, userId)).toEqual([order.amountRappen, order.amountRappen, after]);
  }, 180_000);

  test('a quote for an upgrade from before it is no good any more: what is charged is what was shown', async () => {
    const member = await subscriber(product, 'starter');
    await passTo(product, new Date(product.api.get(Clock).now().getTime() + HOUR));
    const { body: quote } = await member.get<QuoteAnswer>('/subscription/upgrade-quote?planId=professional');
    await announcePrice(product, {
      planId: 'professional',
      priceRappen: newPrice('professional'),
      effectiveOn: dayOf(new Date(product.api.get(Clock).now().getTime() + 80 * DAY)),
    });
    const body = { kind: 'upgrade', planId: 'professional', quotedAt: quote.quotedAt, ...CONSENTS };
    expect((await member.post<OrderAnswer>('/orders', body)).body.code).toBe('quote_expired');
    // Moments of quotes are whole seconds: one of the same second may be from before.
    await passTo(product, new Date(product.api.get(Clock).now().getTime() + MINUTE));
    const { order } = await upgrade(member, 'professional');
    expect(order.status).toBe('paid');
  }, 180_000);
});
