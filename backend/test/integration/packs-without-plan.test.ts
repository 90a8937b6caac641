import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import type { Site } from '../../src/site/index.js';
import {
  billingAtRest,
  buyPack,
  CONSENTS,
  creditsOf,
  lastCharge,
  ledgerOf,
  nextMonth,
  packOf,
  subscriptionOf,
  synchronise,
  type OrderAnswer,
} from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, draftWithOnePhoto, emailOf, payAtTheTill, subscriber } from '../support/customers.js';
import { promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

interface Pack {
  id: string;
  name: string;
  needsSubscription: boolean;
}

const ONCE = {
  name: 'Einmal',
  credits: 110,
  priceRappen: 1490,
  isBusinessPack: false,
  isMostPopular: false,
  needsSubscription: false,
  sortOrder: 9,
};

let product: Product;
let admin: Caller;
/** Sold to everybody: a profile and eight portraits. */
let once: Pack;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
  // No training is begun: one that ends would give or keep its credits in the middle of a test.
  await product.worker!.get<Queue>(getQueueToken('training'), { strict: false }).pause(true, true);
  once = (await admin.post<Pack>('/admin/credit-packs', ONCE)).body;
});
beforeEach(() => edit(ONCE));
afterAll(async () => {
  await billingAtRest(product);
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
  await product.stop();
});

async function edit(part: object): Promise<void> {
  expect((await admin.patch(`/admin/credit-packs/${once.id}`, part)).status).toBe(200);
}
const shown = async (caller: Caller) =>
  (await caller.get<{ purchasable: boolean; items: Pack[] }>('/credit-packs')).body;
const onSite = async () => (await product.anonymous().get<Site>('/site')).body.packs.map(({ name }) => name);
const order = (caller: Caller, packId = once.id, key: string = randomUUID()) =>
  caller.post<OrderAnswer>('/orders', { kind: 'pack', packId, ...CONSENTS }, key);
const paid = (caller: Caller, { id }: OrderAnswer) =>
  until('the pack', async () => {
    const now = (await caller.get<OrderAnswer & { heldAt: string | null }>(`/orders/${id}`)).body;
    return now.status === 'paid' ? now : null;
  });
const withdraw = (caller: Caller, { id }: OrderAnswer) =>
  caller.post<OrderAnswer & { refundRappen: number }>(`/orders/${id}/withdrawal`);

describe('a pack that needs no subscription', () => {
  test('is offered to everybody, the others to subscribers; one for business or taken off sale to nobody', async () => {
    const [stranger, member] = [await customer(product), await subscriber(product, 'starter')];
    expect(await shown(stranger)).toEqual({
      purchasable: true,
      items: [
        {
          id: once.id,
          name: 'Einmal',
          credits: 110,
          priceRappen: 1490,
          isMostPopular: false,
          needsSubscription: false,
        },
      ],
    });
    expect((await shown(member)).items.map(({ name, needsSubscription }) => [name, needsSubscription])).toEqual([
      ['S', true],
      ['M', true],
      ['L', true],
      ['Einmal', false],
    ]);
    expect(await onSite()).toEqual(['Einmal']);
    const packId = await packOf(member);
    expect(await order(stranger, packId)).toMatchObject({ status: 409, body: { code: 'subscription_required' } });

    await edit({ isBusinessPack: true });
    expect([await shown(stranger), await onSite()]).toEqual([{ purchasable: false, items: [] }, []]);
    expect(await order(stranger)).toMatchObject({ status: 400, body: { code: 'pack_unknown' } });
    await edit({ isBusinessPack: false, needsSubscription: true });
    expect([await shown(stranger), await onSite()]).toEqual([{ purchasable: false, items: [] }, []]);
    const other = (await admin.post<Pack>('/admin/credit-packs', { ...ONCE, name: 'Kurz', isMostPopular: true })).body;
    expect([(await shown(stranger)).items.map(({ name }) => name), await onSite()]).toEqual([['Kurz'], ['Kurz']]);
    await admin.delete(`/admin/credit-packs/${other.id}`);
    expect([await shown(stranger), await onSite()]).toEqual([{ purchasable: false, items: [] }, []]);
    expect(await order(stranger, other.id)).toMatchObject({ status: 400, body: { code: 'pack_unknown' } });
  });

  test('is paid once, trains a profile, and is paid back by its own unused credits, all without a plan', async () => {
    const buyer = await customer(product);
    const bought = await buyPack(buyer, 'Einmal');
    expect(bought).toMatchObject({ amountRappen: 1490, credits: 110, paymentUrl: null });
    expect(bought.withdrawableUntil).not.toBeNull();
    await synchronise(buyer);
    expect(await subscriptionOf(buyer)).toMatchObject({ subscription: null, grantMissing: false, owedCredits: 0 });
    expect((await buyer.get('/me')).body).toMatchObject({ credits: 110, hasActiveSubscription: false });
    const confirmation = await until('the confirmation', async () => {
      const address = await emailOf(buyer);
      return product.mailbox.emailsTo(address).find(({ subject }) => subject === 'Bestellbestätigung: Einmal') ?? null;
    });
    expect(confirmation.text).toContain('Einmaliger Kauf, verlängert sich nicht');

    const profile = await draftWithOnePhoto(product, buyer);
    expect((await buyer.post(`/ai-profiles/${profile}/training`)).status).toBe(202);
    expect(await creditsOf(buyer)).toBe(10);
    expect((await buyer.get(`/orders/${bought.id}/withdrawal`)).body).toMatchObject({ credits: 10, refundRappen: 136 });
    expect((await withdraw(buyer, bought)).body).toMatchObject({ status: 'withdrawn', refundRappen: 136 });
    expect(await creditsOf(buyer)).toBe(0);
    await until('the refund', async () => ((await lastCharge(product, buyer)).amount_refunded === 136 ? true : null));
  });
});

describe('what changes between looking and paying', () => {
  test('before the order decides: the pack that was switched back is refused, and nothing is recorded', async () => {
    const buyer = await customer(product);
    expect((await shown(buyer)).items).toHaveLength(1);
    await edit({ needsSubscription: true });
    expect(await order(buyer)).toMatchObject({ status: 409, body: { code: 'subscription_required' } });
    expect((await buyer.get<{ items: unknown[] }>('/orders')).body.items).toEqual([]);
  });

  test('after it does not: what was ordered is paid at its price, also when it was switched back and changed; a retry is the same order', async () => {
    const buyer = await customer(product);
    const key = randomUUID();
    const placed = (await order(buyer, once.id, key)).body;
    await edit({ needsSubscription: true, credits: 1, priceRappen: 9900 });
    expect((await order(buyer, once.id, key)).body).toMatchObject({ id: placed.id, paymentUrl: placed.paymentUrl });
    await payAtTheTill(placed.paymentUrl!);
    expect(await paid(buyer, placed)).toMatchObject({ amountRappen: 1490, credits: 110 });
    expect(await ledgerOf(buyer)).toMatchObject([{ delta: 110, reason: 'pack_grant' }]);
    expect(await order(buyer)).toMatchObject({ status: 409, body: { code: 'subscription_required' } });
  });

  test('a plan that ends in between leaves the order of its pack as it was; further ones need a plan', async () => {
    const member = await subscriber(product, 'starter');
    const [plan] = (await member.get<{ items: OrderAnswer[] }>('/orders')).body.items;
    const packId = await packOf(member);
    const placed = (await order(member, packId)).body;
    expect((await withdraw(member, plan!)).body.status).toBe('withdrawn');
    await until('the end of the plan', async () =>
      (await subscriptionOf(member)).subscription === null ? true : null,
    );
    await payAtTheTill(placed.paymentUrl!);
    await paid(member, placed);
    expect(await creditsOf(member)).toBe(50);
    expect(await order(member, packId)).toMatchObject({ status: 409, body: { code: 'subscription_required' } });
    expect((await shown(member)).items.map(({ name }) => name)).toEqual(['Einmal']);
  });
});

describe('without a plan the rules of other orders hold', () => {
  test('whoever orders and withdraws in turn waits with the third order', async () => {
    const buyer = await customer(product);
    for (let round = 0; round < 2; round += 1) {
      expect((await withdraw(buyer, await buyPack(buyer, 'Einmal'))).body).toMatchObject({ refundRappen: 1490 });
    }
    const third = await paid(buyer, await buyPack(buyer, 'Einmal'));
    expect(third.heldAt).not.toBeNull();
    expect(await creditsOf(buyer)).toBe(0);
  });

  test('a chargeback blocks orders', async () => {
    const buyer = await customer(product);
    await buyPack(buyer, 'Einmal');
    const profile = await draftWithOnePhoto(product, buyer);
    await buyer.post(`/ai-profiles/${profile}/training`);
    await product.stripe.dispute((await lastCharge(product, buyer)).id);
    await until('the debt', async () => ((await subscriptionOf(buyer)).owedCredits === 100 ? true : null));
    expect(await order(buyer)).toMatchObject({ status: 409, body: { code: 'purchases_blocked' } });
    expect(await creditsOf(buyer)).toBe(0);
  });

  test('credits stay with the account: neither a month nor the end of a plan takes them', async () => {
    const member = await subscriber(product, 'starter');
    await buyPack(member, 'Einmal');
    await member.post('/subscription/cancel');
    const later = await nextMonth(product, member);
    await synchronise(later);
    expect(await subscriptionOf(later)).toMatchObject({ subscription: null });
    expect(await creditsOf(later)).toBe(230);
    expect((await shown(later)).items.map(({ name }) => name)).toEqual(['Einmal']);
  });
});
