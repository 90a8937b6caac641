import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { Clock, endOfZurichDay } from '../../src/platform/clock/index.js';
import {
  buyPack,
  CONSENTS,
  creditsOf,
  lastCharge,
  ledgerOf,
  nextMonth,
  packOf,
  stripeOf,
  subscriptionOf,
  synchronise,
  upgrade,
  type OrderAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, profileMarkedReady, subscriber } from '../support/customers.js';
import { idOf } from '../support/holdings.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  // No run is begun: a worker that is quicker than the test would give back what it has spent.
  await product.worker!.get<Queue>(getQueueToken('generation'), { strict: false }).pause(true, true);
});
afterAll(() => product.stop());

const refundsOf = async (caller: Caller) =>
  (await stripeOf(product).refunds.list({ charge: (await lastCharge(product, caller)).id })).data;
const newestOrder = async (caller: Caller) => (await caller.get<{ items: OrderAnswer[] }>('/orders')).body.items[0]!;
const balanceOf = (caller: Caller, credits: number) =>
  until(`a balance of ${credits}`, async () => ((await creditsOf(caller)) === credits ? true : null));

/** The beginning of a day in Zurich, counted from today's. */
const midnight = (days: number): Date => new Date(endOfZurichDay(product.api.get(Clock).now(), days - 1).getTime() + 1);

/** Spends credits the way the ledger would see it, without waiting for an engine. */
async function spend(caller: Caller, runs: number): Promise<void> {
  const [profileId, styleId] = [await profileMarkedReady(product, caller), await anyStyle(caller)];
  for (let run = 0; run < runs; run += 1) {
    const started = await caller.post<{ id: string }>('/generations', { profileId, styleId });
    await product
      .em()
      .execute('delete from job where finished_at is null and payload ->> ? = ?', ['generationId', started.body.id]);
  }
}

/** As an admin does. */
async function giveGoodwill(caller: Caller, credits: number): Promise<void> {
  const userId = await idOf(caller);
  await product
    .em()
    .transactional((em) =>
      product.api
        .get(CreditsService)
        .book(em, { userId, delta: credits, reason: 'admin_adjustment', businessKey: `admin:test:${randomUUID()}` }),
    );
}

describe('a withdrawal', () => {
  test('pays everything back while nothing is used, ends the subscription, and happens once', async () => {
    const member = await subscriber(product, 'professional');
    const order = await newestOrder(member);
    expect(order.withdrawableUntil).not.toBeNull();
    expect((await member.get(`/orders/${order.id}/withdrawal`)).body).toMatchObject({
      refundRappen: PLAN_PRICES.professional,
      credits: 240,
    });
    const answers = await Promise.all([1, 2, 3].map(() => member.post<OrderAnswer>(`/orders/${order.id}/withdrawal`)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'withdrawn'],
      [200, 'withdrawn'],
      [200, 'withdrawn'],
    ]);
    await until('the money', async () => ((await refundsOf(member)).length > 0 ? true : null));
    await until('the end', async () => ((await subscriptionOf(member)).subscription === null ? true : null));
    expect((await refundsOf(member)).map(({ amount }) => amount)).toEqual([PLAN_PRICES.professional]);
    await synchronise(member);
    expect(await creditsOf(member)).toBe(0);
    expect(await ledgerOf(member)).toMatchObject([
      { delta: -240, reason: 'refund_deduction', balanceAfter: 0 },
      { delta: 240 },
    ]);
    expect(await subscriptionOf(member)).toMatchObject({ owedCredits: 0, purchasesBlocked: false });
  });

  test('pays the price less the share already used, by credits', async () => {
    const member = await subscriber(product, 'starter');
    await spend(member, 3);
    await balanceOf(member, 90);
    const order = await newestOrder(member);
    const unused = Math.ceil((PLAN_PRICES.starter * 90) / 120);
    expect((await member.get(`/orders/${order.id}/withdrawal`)).body).toMatchObject({
      refundRappen: unused,
      credits: 90,
    });
    await member.post(`/orders/${order.id}/withdrawal`);
    await until('the money', async () => ((await refundsOf(member))[0]?.amount === unused ? true : null));
    await synchronise(member);
    expect(await creditsOf(member)).toBe(0);
  });

  test('of an upgrade brings the plan from before back and leaves a pack alone, of a pack takes only its own credits', async () => {
    const member = await subscriber(product, 'starter');
    const pack = await buyPack(member, 'M');
    const { order } = await upgrade(member, 'business');
    expect(order.credits).toBe(380);
    expect(await creditsOf(member)).toBe(620);
    await member.post(`/orders/${order.id}/withdrawal`);
    await until('the old plan', async () =>
      (await subscriptionOf(member)).subscription?.planId === 'starter' ? true : null,
    );
    await balanceOf(member, 240);
    await member.post(`/orders/${pack.id}/withdrawal`);
    await balanceOf(member, 120);
    expect((await subscriptionOf(member)).subscription).toMatchObject({ planId: 'starter', status: 'active' });
  });

  test('pays nothing for credits that were given: a plan used up and as much goodwill come to CHF 0.00', async () => {
    const member = await subscriber(product, 'starter');
    await spend(member, 12);
    await giveGoodwill(member, 120);
    const order = await newestOrder(member);
    expect((await member.get(`/orders/${order.id}/withdrawal`)).body).toMatchObject({ refundRappen: 0, credits: 0 });
    expect((await member.post<OrderAnswer>(`/orders/${order.id}/withdrawal`)).body.status).toBe('withdrawn');
    expect(await refundsOf(member)).toEqual([]);
    expect(await creditsOf(member)).toBe(120);
  });

  test('counts the credits of its own payment: a plan used up pays nothing, the pack bought after it everything', async () => {
    const member = await subscriber(product, 'starter');
    await spend(member, 12);
    const plan = await newestOrder(member);
    const pack = await buyPack(member, 'M');
    expect((await member.get(`/orders/${plan.id}/withdrawal`)).body).toMatchObject({ refundRappen: 0, credits: 0 });
    expect((await member.get(`/orders/${pack.id}/withdrawal`)).body).toMatchObject({ refundRappen: 990, credits: 120 });
    await member.post(`/orders/${pack.id}/withdrawal`);
    await until('the money', async () => ((await refundsOf(member))[0]?.amount === 990 ? true : null));
    await balanceOf(member, 0);
  });

  test('takes a run that failed back to what it was paid from, also when credits were given meanwhile', async () => {
    const member = await subscriber(product, 'starter');
    const [profileId, styleId] = [await profileMarkedReady(product, member), await anyStyle(member)];
    const run = (await member.post<{ id: string }>('/generations', { profileId, styleId })).body.id;
    await product
      .em()
      .execute('delete from job where finished_at is null and payload ->> ? = ?', ['generationId', run]);
    await giveGoodwill(member, 5);
    expect((await member.delete(`/generations/${run}`)).status).toBe(204);
    await balanceOf(member, 125);
    const order = await newestOrder(member);
    expect((await member.get(`/orders/${order.id}/withdrawal`)).body).toMatchObject({
      refundRappen: PLAN_PRICES.starter,
      credits: 120,
    });
  });

  test('is possible until 24.00 in Zurich of the 14th day after the day of the contract, and only for one’s own orders', async () => {
    const [member, stranger] = [await subscriber(product, 'starter'), await customer(product)];
    const order = await newestOrder(member);
    expect((await stranger.post(`/orders/${order.id}/withdrawal`)).status).toBe(404);
    // The first moment of a day: by hours alone its period would have been over at midnight.
    const paidAt = midnight(-14);
    await product.em().execute('update customer_order set paid_at = ? where id = ?', [paidAt, order.id]);
    const until = (await member.get<OrderAnswer>(`/orders/${order.id}`)).body.withdrawableUntil;
    expect(until).toBe(new Date(midnight(1).getTime() - 1).toISOString());
    expect((await member.get(`/orders/${order.id}/withdrawal`)).body).toMatchObject({
      refundRappen: PLAN_PRICES.starter,
      until,
    });
    await product
      .em()
      .execute('update customer_order set paid_at = ? where id = ?', [new Date(paidAt.getTime() - 1), order.id]);
    expect((await member.get<OrderAnswer>(`/orders/${order.id}`)).body.withdrawableUntil).toBeNull();
    for (const act of [member.get(`/orders/${order.id}/withdrawal`), member.post(`/orders/${order.id}/withdrawal`)])
      expect((await act).body).toMatchObject({ code: 'not_withdrawable' });
    expect(await creditsOf(member)).toBe(120);
  });
});

describe('money that goes back at the provider', () => {
  test('takes the credits it stood for, however often it is heard of', async () => {
    const member = await subscriber(product, 'professional');
    const charge = await lastCharge(product, member);
    await stripeOf(product).refunds.create({ charge: charge.id, amount: PLAN_PRICES.professional / 2 });
    await balanceOf(member, 120);
    await Promise.all([1, 2, 3].map(() => synchronise(member)));
    expect(await ledgerOf(member)).toMatchObject([{ delta: -120, reason: 'refund_deduction' }, { delta: 240 }]);
  });

  test('a refund that fails after all brings them back', async () => {
    const member = await subscriber(product, 'starter');
    const refund = await stripeOf(product).refunds.create({ charge: (await lastCharge(product, member)).id });
    await balanceOf(member, 0);
    await product.stripe.failRefund(refund.id);
    await balanceOf(member, 120);
    expect((await ledgerOf(member)).map(({ reason }) => reason)).toEqual([
      'refund_return',
      'refund_deduction',
      'plan_grant',
    ]);
  });

  test('what was spent already is owed: nothing more is sold, and the next grant settles it', async () => {
    const member = await subscriber(product, 'starter');
    await spend(member, 4);
    await balanceOf(member, 80);
    await stripeOf(product).refunds.create({ charge: (await lastCharge(product, member)).id });
    await balanceOf(member, 0);
    expect(await subscriptionOf(member)).toMatchObject({ owedCredits: 40, purchasesBlocked: true });
    const packId = await packOf(member);
    expect((await member.post('/orders', { kind: 'pack', packId, ...CONSENTS })).body).toMatchObject({
      code: 'purchases_blocked',
    });
    const later = await nextMonth(product, member);
    await balanceOf(later, 80);
    expect(await subscriptionOf(later)).toMatchObject({ owedCredits: 0, purchasesBlocked: false });
    expect((await ledgerOf(later)).slice(0, 2)).toMatchObject([
      { delta: -40, reason: 'debt_settlement', balanceAfter: 80 },
      { delta: 120, reason: 'plan_grant', balanceAfter: 120 },
    ]);
  });

  test('a chargeback takes them and blocks until it is decided; one that is won brings them back', async () => {
    const member = await subscriber(product, 'starter');
    const charge = await lastCharge(product, member);
    await product.stripe.dispute(charge.id);
    await balanceOf(member, 0);
    expect(await subscriptionOf(member)).toMatchObject({ owedCredits: 0, purchasesBlocked: true });
    await product.stripe.closeDispute(charge.id, 'won');
    await balanceOf(member, 120);
    await until('purchases', async () => ((await subscriptionOf(member)).purchasesBlocked ? null : true));
  });
});
