import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PaymentProvider, PaymentProviderUnavailable } from '../../src/integrations/payments/index.js';
import { Clock } from '../../src/platform/clock/index.js';
import {
  billingAtRest,
  CONSENTS,
  creditsOf,
  lastCharge,
  passTime,
  payWith,
  stripeOf,
  subscriptionOf,
  synchronise,
  upgrade,
  type OrderAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { idOf, jobsOf } from '../support/holdings.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** What comes between an act and what follows from it: two devices, a slow worker, a provider that is away, a page left open. */

let product: Product;
const undo: (() => void)[] = [];
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterEach(() => undo.splice(0).forEach((restore) => restore()));
afterAll(() => product.stop());

type Method =
  | 'openCheckout'
  | 'readCustomer'
  | 'restorePlan'
  | 'endSubscription'
  | 'expireCheckout'
  | 'refund'
  | 'changePlan';

/** Gets between a process and the provider until the test is over. */
function tap<M extends Method>(
  app: INestApplicationContext,
  method: M,
  around: (original: () => ReturnType<PaymentProvider[M]>, calls: number) => Promise<unknown>,
): void {
  const provider = app.get(PaymentProvider);
  const original = provider[method].bind(provider) as (...args: unknown[]) => ReturnType<PaymentProvider[M]>;
  let calls = 0;
  Object.assign(provider, { [method]: (...args: unknown[]) => around(() => original(...args), (calls += 1)) });
  undo.push(() => Object.assign(provider, { [method]: original }));
}

/** A door that is shut until it is opened; `knocked` resolves when somebody stands before it. */
function gate() {
  let open = () => {};
  let knock = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const knocked = new Promise<void>((resolve) => (knock = resolve));
  undo.push(() => open());
  return { open, knocked, pass: () => (knock(), opened) };
}

const order = (caller: Caller, body: object, key?: string) =>
  caller.post<OrderAnswer>('/orders', { ...body, ...CONSENTS }, key);
const orderOf = async (caller: Caller, id: string) => (await caller.get<OrderAnswer>(`/orders/${id}`)).body;
const providerIdOf = async (userId: string) =>
  (
    await product
      .em()
      .execute<{ provider_id: string }[]>('select provider_id from billing_customer where user_id = ?', [userId])
  )[0]!.provider_id;
const subscriptionsAt = async (userId: string, status: 'active' | 'all' = 'active') =>
  (await stripeOf(product).subscriptions.list({ customer: await providerIdOf(userId), status })).data;
const refundsAt = async (userId: string) => {
  const charges = (
    await stripeOf(product).charges.list({ customer: await providerIdOf(userId), limit: 100 })
  ).data.filter(({ paid }) => paid);
  return (await Promise.all(charges.map(({ id }) => stripeOf(product).refunds.list({ charge: id }))))
    .flatMap(({ data }) => data)
    .map(({ amount }) => amount);
};
const ASKS_THE_BANK = '4000 0027 6000 3184';
/** Pays an invoice on the provider's page, confirming it at the bank. */
async function payInvoice(url: string): Promise<void> {
  const post = (to: string, fields: Record<string, string>) =>
    fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const answer = await post(url, {
    number: '4242 4242 4242 4242',
    expiry: '12 / 31',
    cvc: '123',
    name: 'Petra Muster',
  });
  expect(answer.status).toBeLessThan(400);
}

describe('one subscription at most', () => {
  test('an order the provider did not answer opens nothing once another plan is paid', async () => {
    const person = await customer(product);
    tap(product.api, 'openCheckout', (original, calls) =>
      calls === 1 ? Promise.reject(new PaymentProviderUnavailable({ cause: 'away' })) : original(),
    );
    expect((await order(person, { kind: 'plan', planId: 'starter' }, 'first-device')).status).toBe(503);
    const second = await order(person, { kind: 'plan', planId: 'business' });
    await payAtTheTill(second.body.paymentUrl!);
    await until('the second to be settled', async () =>
      (await orderOf(person, second.body.id)).status === 'paid' ? true : null,
    );
    expect(await order(person, { kind: 'plan', planId: 'starter' }, 'first-device')).toMatchObject({
      status: 409,
      body: { code: 'already_subscribed' },
    });
    await billingAtRest(product);
    expect((await subscriptionsAt(await idOf(person))).length).toBe(1);
    expect((await subscriptionOf(person)).subscription).toMatchObject({ planId: 'business', status: 'active' });
  });

  test('an order noted while another is being settled opens nothing either', async () => {
    const person = await customer(product);
    const first = await order(person, { kind: 'plan', planId: 'starter' });
    await billingAtRest(product);
    product.stripe.holdWebhooks();
    undo.push(() => void product.stripe.releaseWebhooks());
    await payAtTheTill(first.body.paymentUrl!);
    const door = gate();
    tap(product.api, 'readCustomer', async (original, calls) => {
      const answer = await original();
      if (calls === 1) await door.pass();
      return answer;
    });
    const settling = synchronise(person);
    await door.knocked;
    const second = order(person, { kind: 'plan', planId: 'business' });
    await until('the second order to be noted', async () =>
      (await product.em().execute('select 1 from customer_order where user_id = ?', [await idOf(person)])).length === 2
        ? true
        : null,
    );
    door.open();
    await settling;
    expect(await second).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
    await product.stripe.releaseWebhooks();
    await billingAtRest(product);
    expect((await subscriptionsAt(await idOf(person))).length).toBe(1);
  });

  test('should there be two all the same, cancelling ends both', async () => {
    const person = await subscriber(product, 'starter');
    const userId = await idOf(person);
    const [running] = await subscriptionsAt(userId);
    await stripeOf(product).subscriptions.retrieve(running!.id);
    // A second row, as a mistake of ours would leave it.
    await product.em().execute(
      `insert into subscription (id, created_at, user_id, plan_id, provider_id, provider_item_id, price_rappen, status, credits_per_period, started_at, current_period_start, current_period_end, cancel_at_period_end)
       select gen_random_uuid(), created_at, user_id, plan_id, 'sub_second', 'si_second', price_rappen, status, credits_per_period, started_at - interval '1 second', current_period_start, current_period_end, false from subscription where user_id = ?`,
      [userId],
    );
    const ended: string[] = [];
    const provider = product.api.get(PaymentProvider);
    const original = provider.endSubscriptionAtPeriodEnd.bind(provider);
    provider.endSubscriptionAtPeriodEnd = async (id) => (ended.push(id), original(id));
    undo.push(() => (provider.endSubscriptionAtPeriodEnd = original));
    expect((await person.post('/subscription/cancel')).status).toBe(200);
    expect(ended.toSorted()).toEqual([running!.id, 'sub_second'].toSorted());
  });
});

describe('after a withdrawal', () => {
  test('no upgrade is sold until the old plan is back, nor in the same period', async () => {
    const member = await subscriber(product, 'starter');
    const first = await upgrade(member, 'professional');
    const door = gate();
    tap(product.worker!, 'restorePlan', async (original) => (await door.pass(), original()));
    await member.post(`/orders/${first.order.id}/withdrawal`);
    await door.knocked;
    expect((await member.get('/subscription/upgrade-quote?planId=business')).body).toMatchObject({
      code: 'upgrade_not_now',
    });
    expect(
      (await order(member, { kind: 'upgrade', planId: 'business', quotedAt: first.quote.quotedAt })).body,
    ).toMatchObject({ code: 'upgrade_not_now' });
    door.open();
    await billingAtRest(product);
    expect((await subscriptionOf(member)).subscription).toMatchObject({
      planId: 'starter',
      priceRappen: PLAN_PRICES.starter,
    });
    // Not for what was paid back either.
    for (const planId of ['business', 'professional'])
      expect((await member.get(`/subscription/upgrade-quote?planId=${planId}`)).body).toMatchObject({
        code: 'upgrade_not_now',
      });
    expect(await creditsOf(member)).toBe(120);
  });

  test('an upgrade that waited at the bank and is paid afterwards goes back whole, and the first plan is in force', async () => {
    const member = await subscriber(product, 'starter');
    const userId = await idOf(member);
    const first = await upgrade(member, 'professional');
    await payWith(member, ASKS_THE_BANK);
    await passTime(product, { hours: 1 });
    const second = await upgrade(member, 'business');
    expect(second.order.paymentUrl).toMatch(/^http/);
    const door = gate();
    tap(product.worker!, 'restorePlan', async (original, calls) =>
      calls === 1 ? (await door.pass(), original()) : original(),
    );
    await member.post(`/orders/${first.order.id}/withdrawal`);
    await door.knocked;
    await payInvoice(second.order.paymentUrl!);
    await until('the second upgrade to go back', async () =>
      (await orderOf(member, second.order.id)).status === 'withdrawn' ? true : null,
    );
    door.open();
    await billingAtRest(product);
    expect((await subscriptionOf(member)).subscription).toMatchObject({
      planId: 'starter',
      priceRappen: PLAN_PRICES.starter,
    });
    expect((await refundsAt(userId)).toSorted((a, b) => a - b)).toEqual(
      [first.order.amountRappen, second.order.amountRappen].toSorted((a, b) => a - b),
    );
    expect(await creditsOf(member)).toBe(120);
  });

  test('what is paid for the subscription while it is being ended goes back whole', async () => {
    const member = await subscriber(product, 'starter');
    const userId = await idOf(member);
    const [plan] = (await member.get<{ items: OrderAnswer[] }>('/orders')).body.items;
    await payWith(member, ASKS_THE_BANK);
    const waiting = await upgrade(member, 'business');
    tap(product.worker!, 'endSubscription', async (original, calls) => {
      if (calls === 1) await payInvoice(waiting.order.paymentUrl!);
      return original();
    });
    await member.post(`/orders/${plan!.id}/withdrawal`);
    await until('both payments to go back', async () => ((await refundsAt(userId)).length === 2 ? true : null));
    await billingAtRest(product);
    expect((await refundsAt(userId)).toSorted((a, b) => a - b)).toEqual(
      [PLAN_PRICES.starter, waiting.order.amountRappen].toSorted((a, b) => a - b),
    );
    expect(await orderOf(member, waiting.order.id)).toMatchObject({ status: 'withdrawn' });
    expect(await creditsOf(member)).toBe(0);
    expect((await subscriptionOf(member)).owedCredits).toBe(0);
    expect(await subscriptionsAt(userId)).toEqual([]);
  });

  test('money that somebody gave back meanwhile is not sent twice, and the rest is sent', async () => {
    const member = await subscriber(product, 'starter');
    const userId = await idOf(member);
    const [plan] = (await member.get<{ items: OrderAnswer[] }>('/orders')).body.items;
    const { id: charge } = await lastCharge(product, member);
    tap(product.worker!, 'refund', async (original, calls) => {
      if (calls === 1) await stripeOf(product).refunds.create({ charge, amount: 100 });
      return original();
    });
    await member.post(`/orders/${plan!.id}/withdrawal`);
    await until('the money', async () => ((await refundsAt(userId)).length === 2 ? true : null));
    await billingAtRest(product);
    expect((await refundsAt(userId)).toSorted((a, b) => a - b)).toEqual([100, PLAN_PRICES.starter - 100]);
    expect(await creditsOf(member)).toBe(0);
    expect(await product.em().execute('select status, amount_rappen from refund where user_id = ?', [userId])).toEqual([
      { status: 'submitted', amount_rappen: PLAN_PRICES.starter - 100 },
    ]);
  });

  test('a refund that was sent but not written down is found, not sent again', async () => {
    const member = await subscriber(product, 'starter');
    const userId = await idOf(member);
    const [plan] = (await member.get<{ items: OrderAnswer[] }>('/orders')).body.items;
    tap(product.worker!, 'refund', async (original, calls) => {
      const sent = await original();
      if (calls === 1) throw new Error('the process dies here');
      return sent;
    });
    await member.post(`/orders/${plan!.id}/withdrawal`);
    await until('the refund to be written down', async () =>
      (await product.em().execute("select 1 from refund where user_id = ? and status = 'submitted'", [userId]))
        .length === 1
        ? true
        : null,
    );
    await billingAtRest(product);
    expect(await refundsAt(userId)).toEqual([PLAN_PRICES.starter]);
    expect(await creditsOf(member)).toBe(0);
  });

  test('promised money is tried for until it is sent, however long the provider is away', async () => {
    const member = await subscriber(product, 'starter');
    const userId = await idOf(member);
    const [plan] = (await member.get<{ items: OrderAnswer[] }>('/orders')).body.items;
    let away = true;
    tap(product.worker!, 'refund', (original) =>
      away ? Promise.reject(new PaymentProviderUnavailable({ cause: 'away' })) : original(),
    );
    await member.post(`/orders/${plan!.id}/withdrawal`);
    const [refund] = await product.em().execute<{ id: string }[]>('select id from refund where user_id = ?', [userId]);
    await product
      .em()
      .execute(
        "update job set attempt = 19, run_after = now() where topic = 'billing.refund_requested' and finished_at is null and payload->>'refundId' = ?",
        [refund!.id],
      );
    await until('the last attempt', async () =>
      (await jobsOf(product, 'billing.refund_requested', 'refundId', refund!.id)).length === 2 ? true : null,
    );
    away = false;
    await passTime(product, { hours: 2 });
    await until('the money', async () => ((await refundsAt(userId)).length === 1 ? true : null));
  });

  test('a cancellation declared again after it was taken back counts again', async () => {
    const member = await subscriber(product, 'starter');
    const { email } = (await member.get<{ email: string }>('/me')).body;
    const declare = async () =>
      (
        await product
          .anonymous()
          .post<{ number: string }>('/declarations/cancellations', { name: 'Petra Muster', email, manner: 'ordinary' })
      ).body.number;
    const isEnding = async () => (await subscriptionOf(member)).subscription!.cancelAtPeriodEnd;
    const first = await declare();
    await until('the cancellation', async () => ((await isEnding()) ? true : null));
    expect(await declare()).toBe(first);
    await member.post('/subscription/resume');
    expect(await isEnding()).toBe(false);
    expect(await declare()).not.toBe(first);
    await until('the cancellation again', async () => ((await isEnding()) ? true : null));
  });
});

describe('somebody who has left', () => {
  const leave = async (caller: Caller) =>
    caller.post('/me/deletion', { confirmEmail: (await caller.get<{ email: string }>('/me')).body.email });

  test('gets back what is paid on a page that was still open', async () => {
    const person = await customer(product);
    const userId = await idOf(person);
    const { body } = await order(person, { kind: 'plan', planId: 'starter' });
    tap(product.worker!, 'expireCheckout', async (original, calls) => {
      if (calls === 1) await payAtTheTill(body.paymentUrl!);
      return original();
    });
    expect((await leave(person)).status).toBe(200);
    await until('the money', async () => ((await refundsAt(userId)).length === 1 ? true : null));
    await billingAtRest(product);
    expect(await refundsAt(userId)).toEqual([PLAN_PRICES.starter]);
    expect(await subscriptionsAt(userId)).toEqual([]);
    expect(await product.em().execute('select balance, owed from credit_account where user_id = ?', [userId])).toEqual([
      { balance: 0, owed: 0 },
    ]);
  });

  test.each([
    ['won', [PLAN_PRICES.starter]],
    ['lost', []],
  ] as const)(
    'gets nothing of such a page back while its chargeback is open; once it is %s, %j',
    async (outcome, refunds) => {
      const person = await customer(product);
      const userId = await idOf(person);
      const { body } = await order(person, { kind: 'plan', planId: 'starter' });
      await billingAtRest(product);
      product.stripe.holdWebhooks();
      undo.push(() => void product.stripe.releaseWebhooks());
      const charge = async () =>
        (await stripeOf(product).charges.list({ customer: await providerIdOf(userId) })).data[0]!.id;
      tap(product.worker!, 'expireCheckout', async (original, calls) => {
        if (calls === 1) {
          await payAtTheTill(body.paymentUrl!);
          await product.stripe.dispute(await charge());
        }
        return original();
      });
      expect((await leave(person)).status).toBe(200);
      const payments = () =>
        product
          .em()
          .execute<{ is_dispute_open: boolean }[]>('select is_dispute_open from payment where user_id = ?', [userId]);
      await until('the payment', async () => ((await payments()).length === 1 ? true : null));
      await product.stripe.releaseWebhooks();
      await billingAtRest(product);
      expect([
        await payments(),
        await product.em().execute('select 1 from refund where user_id = ?', [userId]),
      ]).toEqual([[{ is_dispute_open: true }], []]);
      await product.stripe.closeDispute(await charge(), outcome);
      await until('the decision', async () => ((await payments())[0]!.is_dispute_open ? null : true));
      await billingAtRest(product);
      expect(await refundsAt(userId)).toEqual(refunds);
      expect(
        await product.em().execute('select balance, owed from credit_account where user_id = ?', [userId]),
      ).toEqual([{ balance: 0, owed: 0 }]);
    },
  );

  test('keeps nothing that was paid and used before', async () => {
    const member = await subscriber(product, 'starter');
    const userId = await idOf(member);
    await passTime(product, { hours: 1 });
    await product
      .em()
      .execute('update session set proven_at = ? where user_id = ?', [product.api.get(Clock).now(), userId]);
    expect((await leave(member)).status).toBe(200);
    await billingAtRest(product);
    expect(await refundsAt(userId)).toEqual([]);
    expect(await subscriptionsAt(userId)).toEqual([]);
  });
});

const MORE_THAN_CONNECTIONS = 12;

test('a provider that answers slowly keeps one customer waiting, not everybody', async () => {
  const [busy, other] = [await subscriber(product, 'starter'), await customer(product)];
  const packs = await busy.get<{ items: { id: string }[] }>('/credit-packs');
  const door = gate();
  tap(product.api, 'openCheckout', async (original) => (await door.pass(), original()));
  const orders = Array.from({ length: MORE_THAN_CONNECTIONS }, () =>
    order(busy, { kind: 'pack', packId: packs.body.items[0]!.id }),
  );
  await door.knocked;
  await until('all orders to be noted', async () =>
    (await product.em().execute("select 1 from customer_order where user_id = ? and kind = 'pack'", [await idOf(busy)]))
      .length === MORE_THAN_CONNECTIONS
      ? true
      : null,
  );
  // The provider has not answered yet.
  expect((await other.get('/me')).status).toBe(200);
  door.open();
  expect((await Promise.all(orders)).every(({ status }) => status === 201)).toBe(true);
});
