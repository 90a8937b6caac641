import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '../../src/platform/clock/index.js';
import {
  announcePrice,
  charged,
  contractOf,
  dayByRenewal,
  endContracts,
  look,
  passTo,
  renew,
  somebodyAsAdmin,
} from '../support/announced-prices.js';
import { announce, TEXT } from '../support/announcements.js';
import { billingAtRest, subscriptionOf, upgrade, type OrderAnswer, CONSENTS } from '../support/billing.js';
import { idOf } from '../support/caller.js';
import { customer, emailOf, sessionOf, subscriber } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { violations } from '../support/retention.js';

/** What an announced price costs whom from when. */

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterEach(async () => expect(await violations(product)).toEqual([]));
afterAll(() => product.stop());

const priceOf = async (planId: string) =>
  (await product.anonymous().get<{ items: { id: string; priceRappen: number }[] }>('/plans')).body.items.find(
    ({ id }) => id === planId,
  )!.priceRappen;

describe('an announced price', () => {
  afterEach(async () => {
    // While they run: what holds of contracts is looked at before they end, and after.
    expect(await violations(product)).toEqual([]);
    await endContracts(product);
  });

  test('is charged from the first renewal on or after its day: a day before, on the day, a day after', async () => {
    const people = await Promise.all(
      (['starter', 'professional', 'business'] as const).map(async (planId, index) => {
        const caller = await subscriber(product, planId);
        const userId = await idOf(caller);
        return { planId, caller, userId, email: await emailOf(caller), days: 1 - index };
      }),
    );
    const prices = {
      starter: [PLAN_PRICES.starter, PLAN_PRICES.starter + 300],
      professional: [PLAN_PRICES.professional, PLAN_PRICES.professional + 400],
      business: [PLAN_PRICES.business, PLAN_PRICES.business - 500],
    } as const;
    for (const { planId, userId, days } of people)
      await announcePrice(product, {
        planId,
        priceRappen: prices[planId][1],
        effectiveOn: await dayByRenewal(product, userId, days),
      });
    for (const { planId, email } of people) {
      expect(await emailsTo(product, email, /Preis Ihres Abos/)).toHaveLength(1);
      // New customers see it once it is published.
      expect(await priceOf(planId)).toBe(prices[planId][1]);
    }
    for (const { caller, planId, days } of people) {
      const { subscription } = await subscriptionOf(caller);
      const [before, after] = prices[planId];
      expect(subscription).toMatchObject({ priceRappen: before, renewalRappen: before });
      expect(subscription!.announcedPrices).toEqual([{ priceRappen: after, from: expect.any(String) }]);
      const months =
        (Date.parse(subscription!.announcedPrices[0]!.from) - Date.parse(subscription!.currentPeriodEnd)) / DAY;
      expect(Math.round(months / 30)).toBe(days > 0 ? 2 : 1);
    }
    const first = people[0]!.userId;
    await renew(product, first);
    for (const { userId, planId } of people) {
      const [before] = prices[planId];
      expect(await charged(product, userId)).toEqual([before, before]);
    }
    await renew(product, first);
    for (const { userId, planId, days } of people) {
      const [before, after] = prices[planId];
      expect(await charged(product, userId)).toEqual([before, before, days > 0 ? before : after]);
    }
    await renew(product, first);
    for (const { userId, planId, days } of people) {
      const [before, after] = prices[planId];
      expect(await charged(product, userId)).toEqual([before, before, days > 0 ? before : after, after]);
      const again = await sessionOf(product, userId);
      const { body } = await again.get<{ items: { totalRappen: number }[] }>('/invoices');
      expect(body.items[0]!.totalRappen).toBe(after);
      expect((await subscriptionOf(again)).subscription).toMatchObject({
        priceRappen: after,
        renewalRappen: after,
        announcedPrices: [],
      });
    }
  }, 180_000);

  test('is set at the provider three days ahead at most, and shows as the price of the next renewal only', async () => {
    const member = await subscriber(product, 'starter');
    const userId = await idOf(member);
    const present = await priceOf('starter');
    await announcePrice(product, {
      planId: 'starter',
      priceRappen: 1490,
      effectiveOn: await dayByRenewal(product, userId, -1),
    });
    await renew(product, userId);
    const { current_period_end: end } = await contractOf(product, userId);
    await passTo(product, new Date(end.getTime() - 3.5 * DAY));
    expect(await look(product)).toBe(0);
    await passTo(product, new Date(end.getTime() - 2.5 * DAY));
    expect(await look(product)).toBe(1);
    expect(await contractOf(product, userId)).toMatchObject({ price_rappen: present, renewal_rappen: 1490 });
    expect((await subscriptionOf(await sessionOf(product, userId))).subscription).toMatchObject({
      priceRappen: present,
      renewalRappen: 1490,
    });
    // What is done stays done, and is not noted again.
    expect(await look(product)).toBe(0);
  }, 180_000);

  test('two in a row: each from its renewal; who orders meanwhile pays the newest and is told of none', async () => {
    const member = await subscriber(product, 'business');
    const userId = await idOf(member);
    const present = await priceOf('business');
    const [first, second] = [
      { planId: 'business', priceRappen: 3990, effectiveOn: await dayByRenewal(product, userId, 0, 2) },
      { planId: 'business', priceRappen: 4490, effectiveOn: await dayByRenewal(product, userId, 0, 3) },
    ];
    await announcePrice(product, first);
    await announcePrice(product, second);
    const emails = await emailsTo(product, await emailOf(member), /Preis Ihres Abos/, 2);
    const said = emails
      .toReversed()
      .map(({ text }) => /Bisher bezahlen Sie [^\n]*/.exec(text)![0].replaceAll('\u00a0', ' '));
    expect(said[0]).toBe(`Bisher bezahlen Sie CHF ${(present / 100).toFixed(2)}.`);
    // By then the customer pays what the first one announced.
    expect(said[1]).toMatch(/^Bisher bezahlen Sie CHF \S+, ab der Verlängerung am .+ wie angekündigt CHF 39\.90\.$/);
    const newcomer = await subscriber(product, 'business');
    expect((await subscriptionOf(newcomer)).subscription).toMatchObject({ priceRappen: 4490, announcedPrices: [] });
    expect((await subscriptionOf(member)).subscription!.announcedPrices.map(({ priceRappen }) => priceRappen)).toEqual([
      3990, 4490,
    ]);
    for (let renewals = 0; renewals < 4; renewals += 1) await renew(product, userId);
    expect(await charged(product, userId)).toEqual([present, present, 3990, 4490, 4490]);
    expect(new Set(await charged(product, await idOf(newcomer)))).toEqual(new Set([4490]));
    expect(await emailsTo(product, await emailOf(await sessionOf(product, await idOf(newcomer))), /Preis/, 0)).toEqual(
      [],
    );
  }, 180_000);

  test('one that another takes the place of before anybody pays it is named as paid by no email', async () => {
    const member = await subscriber(product, 'business');
    const userId = await idOf(member);
    const present = await priceOf('business');
    for (const [priceRappen, days] of [
      [9990, -3],
      [4990, -1],
    ] as const)
      await announcePrice(product, {
        planId: 'business',
        priceRappen,
        effectiveOn: await dayByRenewal(product, userId, days, 2),
      });
    const emails = await emailsTo(product, await emailOf(member), /Preis Ihres Abos/, 2);
    for (const { text } of emails)
      expect(text.replaceAll('\u00a0', ' ')).toContain(`Bisher bezahlen Sie CHF ${(present / 100).toFixed(2)}.`);
  }, 180_000);

  test('does not reach a plan that is restored before its day, also where its order kept no price', async () => {
    const member = await subscriber(product, 'professional');
    const userId = await idOf(member);
    const present = await priceOf('professional');
    const { order } = await upgrade(member, 'business');
    expect(order.status).toBe('paid');
    // As orders were before prices were announced.
    await product
      .em()
      .execute('update customer_order set monthly_rappen = null, from_rappen = null where user_id = ?', [userId]);
    await announcePrice(product, {
      planId: 'professional',
      priceRappen: present + 200,
      effectiveOn: await dayByRenewal(product, userId, 5, 1),
    });
    expect(await priceOf('professional')).toBe(present + 200);
    expect((await (await sessionOf(product, userId)).post(`/orders/${order.id}/withdrawal`)).status).toBeLessThan(300);
    await billingAtRest(product);
    expect(await contractOf(product, userId)).toMatchObject({ plan_id: 'professional', price_rappen: present });
  }, 180_000);

  test('a change that takes one back concerns who was told of it, though they pay the old price still', async () => {
    const member = await subscriber(product, 'professional');
    const userId = await idOf(member);
    const present = await priceOf('professional');
    await announcePrice(product, {
      planId: 'professional',
      priceRappen: 2490,
      effectiveOn: await dayByRenewal(product, userId, 0, 2),
    });
    const back = await announcePrice(product, {
      planId: 'professional',
      priceRappen: present,
      effectiveOn: await dayByRenewal(product, userId, 1, 2),
    });
    expect(back.concerned).toBeGreaterThanOrEqual(1);
    for (let renewals = 0; renewals < 3; renewals += 1) await renew(product, userId);
    expect(await charged(product, userId)).toEqual([present, present, 2490, present]);
  }, 180_000);
});

describe('which price can be announced', () => {
  test('one that the plan has already, as long as a contract comes to another; the same again, or an earlier day, is refused', async () => {
    const admin = await somebodyAsAdmin(product);
    const member = await subscriber(product, 'starter');
    const present = await priceOf('starter');
    // A release has changed the price of the plan; this contract goes on at the old one.
    await product
      .em()
      .execute(`update plan set price_rappen = ?, provider_price_id = null where id = 'starter'`, [present + 100]);
    const price = { kind: 'price', planId: 'starter', priceRappen: present + 100 };
    const { body, status } = await announce(admin, price, 20);
    expect([status, body.concerned]).toEqual([201, expect.any(Number)]);
    expect(body.concerned).toBeGreaterThanOrEqual(1);
    expect((await announce(admin, price, 25)).body.code).toBe('already_announced');
    expect((await announce(admin, { ...price, priceRappen: present + 200 }, 10)).body.code).toBe('already_announced');
    expect((await admin.delete(`/admin/announcements/${body.id}`)).status).toBe(204);
    const statusTo = async (status: string) =>
      product.em().execute('update subscription set status = ? where user_id = ?', [status, await idOf(member)]);
    await statusTo('canceled');
    expect((await announce(admin, price, 20)).body.code).toBe('validation');
    await statusTo('active');
    expect((await subscriptionOf(member)).subscription).toMatchObject({ priceRappen: present });
  });

  test('the preview says what who pays now; once new orders pay it, it cannot be taken back', async () => {
    const admin = await somebodyAsAdmin(product);
    const { body: preview } = await admin.post<{
      byPrice: { priceRappen: number; customers: number }[];
      concerned: number;
    }>('/admin/announcements/preview', {
      kind: 'price',
      planId: 'starter',
      priceRappen: 1990,
      text: TEXT,
      effectiveOn: '2031-01-01',
    });
    expect(preview.byPrice.reduce((sum, { customers }) => sum + customers, 0)).toBe(preview.concerned);
    expect(preview.byPrice.length).toBeGreaterThanOrEqual(1);
    const { id } = await announcePrice(product, { planId: 'starter', priceRappen: 1990, effectiveOn: '2031-01-01' });
    expect(await admin.delete(`/admin/announcements/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'already_sent' },
    });
    const buyer = await customer(product);
    const order = { kind: 'plan', planId: 'starter', ...CONSENTS };
    const seenBefore = await buyer.post('/orders', { ...order, shownRappen: 1890 });
    expect(seenBefore).toMatchObject({ status: 409, body: { code: 'quote_expired' } });
    const { body } = await buyer.post<OrderAnswer>('/orders', { ...order, shownRappen: 1990 });
    expect(body.amountRappen).toBe(1990);
  });
});
