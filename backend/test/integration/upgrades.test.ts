import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import {
  CONSENTS,
  creditsOf,
  ledgerOf,
  nextMonth,
  passTime,
  payWith,
  subscriptionOf,
  synchronise,
  upgrade,
  type OrderAnswer,
  type QuoteAnswer,
} from '../support/billing.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const FAILS_LATER = '4000 0000 0000 0341';
const ASKS_THE_BANK = '4000 0027 6000 3184';

/** A customer who is ten days and an hour into the month: a share of it that leaves fractions of credits to round. */
async function tenDaysIn(planId = 'starter') {
  const member = await subscriber(product, planId);
  await passTime(product, { days: 10, hours: 1 });
  return member;
}

describe('an upgrade', () => {
  test('costs what the quote said, brings the same share of credits, rounded up, and is confirmed by mail', async () => {
    const member = await tenDaysIn();
    const { quote, order } = await upgrade(member, 'professional');
    expect(order).toMatchObject({
      kind: 'upgrade',
      status: 'paid',
      paymentUrl: null,
      amountRappen: quote.amountRappen,
      credits: quote.credits,
    });
    const { subscription } = await subscriptionOf(member);
    expect(subscription).toMatchObject({
      planId: 'professional',
      priceRappen: PLAN_PRICES.professional,
      status: 'active',
      waitingUpgrade: null,
    });
    const [row] = await product
      .em()
      .execute<{ period_start: string; period_end: string }[]>(
        "select period_start, period_end from payment where kind = 'subscription_create' order by created_at desc limit 1",
      );
    const [start, end] = [Date.parse(row!.period_start), Date.parse(row!.period_end)];
    const share = (end - Date.parse(quote.quotedAt)) / (end - start);
    expect(share).toBeGreaterThan(0.6);
    expect(quote.credits).toBe(Math.ceil(120 * share));
    expect(quote.amountRappen).toBe(
      Math.round(PLAN_PRICES.professional * share) - Math.round(PLAN_PRICES.starter * share),
    );
    expect(quote.nextAmountRappen).toBe(PLAN_PRICES.professional);
    expect(await ledgerOf(member)).toMatchObject([
      { delta: quote.credits, reason: 'upgrade_grant' },
      { delta: 120, reason: 'plan_grant' },
    ]);
    await synchronise(member);
    expect(await creditsOf(member)).toBe(120 + quote.credits);
    const later = await nextMonth(product, member);
    await until('the renewal', async () => ((await creditsOf(later)) === 120 + quote.credits + 240 ? true : null));
  });

  test('twice in a month: each brings its own share', async () => {
    const member = await tenDaysIn();
    const first = await upgrade(member, 'professional');
    await passTime(product, { days: 5 });
    const second = await upgrade(member, 'business');
    expect([first.order.status, second.order.status]).toEqual(['paid', 'paid']);
    expect(await creditsOf(member)).toBe(120 + first.quote.credits + second.quote.credits);
    expect(await subscriptionOf(member)).toMatchObject({ subscription: { planId: 'business' }, grantMissing: false });
  });

  test('that was paid while the database was lost is not called failed, and is settled once the provider is read', async () => {
    const member = await tenDaysIn();
    const provider = product.api.get(PaymentProvider);
    const changePlan = provider.changePlan.bind(provider);
    product.stripe.holdWebhooks();
    const changing = vi.spyOn(provider, 'changePlan').mockImplementationOnce(async (...change) => {
      const changed = await changePlan(...change);
      // The transaction that is to note it.
      await product
        .em()
        .execute(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        );
      return changed;
    });
    const { quote, order } = await upgrade(member, 'professional');
    expect(changing).toHaveBeenCalledTimes(1);
    changing.mockRestore();
    expect(order).not.toHaveProperty('id');
    const { body } = await member.get<{ items: OrderAnswer[] }>('/orders');
    expect(body.items[0]).toMatchObject({ kind: 'upgrade', status: 'pending' });
    await product.stripe.releaseWebhooks();
    await synchronise(member);
    expect((await member.get<OrderAnswer>(`/orders/${body.items[0]!.id}`)).body.status).toBe('paid');
    expect(await creditsOf(member)).toBe(120 + quote.credits);
  });

  test('whose payment fails leaves the old plan and grants nothing, until it is paid after all', async () => {
    const member = await tenDaysIn();
    await payWith(member, FAILS_LATER);
    const { order, quote } = await upgrade(member, 'business');
    expect(order).toMatchObject({ status: 'pending' });
    expect(order.paymentUrl).toContain('/invoices/');
    const waiting = await subscriptionOf(member);
    expect(waiting.subscription).toMatchObject({
      planId: 'starter',
      status: 'active',
      problem: null,
      waitingUpgrade: { planId: 'business', payUrl: order.paymentUrl },
    });
    expect(waiting.grantMissing).toBe(false);
    expect(await creditsOf(member)).toBe(120);
    expect((await member.get('/subscription/upgrade-quote?planId=business')).body).toMatchObject({
      code: 'upgrade_waiting',
    });
    await payAtTheTill(order.paymentUrl!);
    await until('the upgrade', async () => ((await creditsOf(member)) === 120 + quote.credits ? true : null));
    expect((await member.get<OrderAnswer>(`/orders/${order.id}`)).body.status).toBe('paid');
    expect((await subscriptionOf(member)).subscription).toMatchObject({ planId: 'business', waitingUpgrade: null });
  });

  test('that needs 3-D Secure and is never confirmed lapses: old plan, no credits, a new try is possible', async () => {
    const member = await tenDaysIn();
    await payWith(member, ASKS_THE_BANK);
    const { order } = await upgrade(member, 'professional');
    expect(order.status).toBe('pending');
    await passTime(product, { hours: 25 });
    await synchronise(member);
    expect((await member.get<OrderAnswer>(`/orders/${order.id}`)).body).toMatchObject({
      status: 'failed',
      paymentUrl: null,
    });
    expect((await subscriptionOf(member)).subscription).toMatchObject({
      planId: 'starter',
      status: 'active',
      waitingUpgrade: null,
    });
    expect(await creditsOf(member)).toBe(120);
    expect((await member.get('/subscription/upgrade-quote?planId=professional')).status).toBe(200);
  });

  test('ordered twice at the same moment happens once', async () => {
    const member = await tenDaysIn();
    const quote = (await member.get<QuoteAnswer>('/subscription/upgrade-quote?planId=business')).body;
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        member.post<OrderAnswer>('/orders', {
          kind: 'upgrade',
          planId: 'business',
          quotedAt: quote.quotedAt,
          ...CONSENTS,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await creditsOf(member)).toBe(120 + quote.credits);
  });

  test('is refused downwards, sideways, without or with an ending subscription, and with a quote that is too old or made up', async () => {
    const member = await tenDaysIn('professional');
    const code = async (path: string) => (await member.get<{ code: string }>(path)).body.code;
    expect(await code('/subscription/upgrade-quote?planId=starter')).toBe('downgrade_not_allowed');
    expect(await code('/subscription/upgrade-quote?planId=professional')).toBe('not_an_upgrade');
    expect(await code('/subscription/upgrade-quote?planId=gold')).toBe('validation');
    const order = async (quotedAt: string) =>
      (await member.post<OrderAnswer>('/orders', { kind: 'upgrade', planId: 'business', quotedAt, ...CONSENTS })).body
        .code;
    const quote = (await member.get<QuoteAnswer>('/subscription/upgrade-quote?planId=business')).body;
    const moved = (minutes: number) => new Date(Date.parse(quote.quotedAt) + minutes * 60_000).toISOString();
    expect(await order(moved(-31))).toBe('quote_expired');
    expect(await order(moved(60))).toBe('quote_expired');
    expect(await order(moved(40 * 1440))).toBe('quote_expired');
    await member.post('/subscription/cancel');
    expect(await code('/subscription/upgrade-quote?planId=business')).toBe('subscription_ending');
    const nobody = await customer(product);
    expect((await nobody.get('/subscription/upgrade-quote?planId=business')).body).toMatchObject({
      code: 'no_subscription',
    });
  });
});
