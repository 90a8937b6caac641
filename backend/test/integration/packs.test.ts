import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buyPack,
  CONSENTS,
  creditsOf,
  ledgerOf,
  nextMonth,
  packOf,
  stripeOf,
  synchronise,
  type OrderAnswer,
} from '../support/billing.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const packs = (what: string) => product.em().execute<{ id: string }[]>(`select id from credit_pack where ${what}`);

describe('credit packs', () => {
  test('are shown and sold to subscribers only, business packs to nobody', async () => {
    const [stranger, member] = [await customer(product), await subscriber(product, 'starter')];
    expect((await stranger.get('/credit-packs')).body).toEqual({ purchasable: false, items: [] });
    expect((await member.get('/credit-packs')).body).toMatchObject({
      purchasable: true,
      items: [
        { name: 'S', credits: 50, priceRappen: 490, isMostPopular: false },
        { name: 'M', credits: 120, priceRappen: 990, isMostPopular: true },
        { name: 'L', credits: 300, priceRappen: 2290, isMostPopular: false },
      ],
    });
    const packId = await packOf(member);
    expect((await stranger.post('/orders', { kind: 'pack', packId, ...CONSENTS })).body).toMatchObject({
      code: 'subscription_required',
      status: 409,
    });
  });

  test('an unknown, archived or business pack, a price or a currency of one’s own is refused', async () => {
    const member = await subscriber(product, 'starter');
    const [business] = await packs("seed_key = 'team'");
    const order = (part: object) =>
      member.post<OrderAnswer>('/orders', { kind: 'pack', packId: business!.id, ...CONSENTS, ...part });
    expect((await order({})).body.code).toBe('pack_unknown');
    expect((await order({ packId: randomUUID() })).body.code).toBe('pack_unknown');
    const [small] = await packs("seed_key = 's'");
    await product.em().execute("update credit_pack set archived_at = now() where seed_key = 'l'");
    const [archived] = await packs("seed_key = 'l'");
    expect((await order({ packId: archived!.id })).body.code).toBe('pack_unknown');
    await product.em().execute("update credit_pack set archived_at = null where seed_key = 'l'");
    for (const part of [
      { priceRappen: 1 },
      { amountRappen: 1 },
      { currency: 'JPY' },
      { credits: 9999 },
      { successUrl: 'https://evil.example' },
    ]) {
      expect((await order({ packId: small!.id, ...part })).status).toBe(400);
    }
  });

  test('are paid once, at our price, and granted once, however often the event comes', async () => {
    const member = await subscriber(product, 'starter');
    const paid = await buyPack(member, 'M');
    expect(paid).toMatchObject({ kind: 'pack', amountRappen: 990, credits: 120, paymentUrl: null });
    const event = product.stripe
      .events()
      .filter(({ type }) => type === 'checkout.session.completed')
      .at(-1)!;
    await Promise.all(Array.from({ length: 10 }, () => product.stripe.resendEvent(event.id)));
    await Promise.all([1, 2, 3].map(() => synchronise(member)));
    expect(await ledgerOf(member)).toMatchObject([
      { delta: 120, reason: 'pack_grant', balanceAfter: 240 },
      { delta: 120, reason: 'plan_grant' },
    ]);
    const charges = await stripeOf(product).charges.list({ limit: 1 });
    expect(charges.data[0]).toMatchObject({ amount: 990, currency: 'chf' });
  });

  test('a price that an admin changes in between is the one that was agreed', async () => {
    const member = await subscriber(product, 'starter');
    const order = await member.post<OrderAnswer>('/orders', {
      kind: 'pack',
      packId: await packOf(member),
      ...CONSENTS,
    });
    await product.em().execute("update credit_pack set price_rappen = 9900, credits = 1 where seed_key = 's'");
    await payAtTheTill(order.body.paymentUrl!);
    await until('the pack', async () => ((await creditsOf(member)) === 170 ? true : null));
    await product.em().execute("update credit_pack set price_rappen = 490, credits = 50 where seed_key = 's'");
  });

  test('are sold to somebody who cancelled as long as the period runs, and no longer', async () => {
    const member = await subscriber(product, 'starter');
    await member.post('/subscription/cancel');
    await buyPack(member);
    expect(await creditsOf(member)).toBe(170);
    const later = await nextMonth(product, member);
    await synchronise(later);
    expect((await later.get('/credit-packs')).body).toEqual({ purchasable: false, items: [] });
    expect(await creditsOf(later)).toBe(170);
  });

  test('somebody else’s checkout says nothing and gives nothing', async () => {
    const [owner, stranger] = [await subscriber(product, 'starter'), await subscriber(product, 'starter')];
    const order = await owner.post<OrderAnswer>('/orders', { kind: 'pack', packId: await packOf(owner), ...CONSENTS });
    const session = /cs_\w+/.exec(order.body.paymentUrl!)![0];
    expect((await stranger.get(`/checkout-sessions/${session}/order`)).status).toBe(404);
    expect((await owner.get(`/checkout-sessions/${session}/order`)).body).toMatchObject({
      id: order.body.id,
      status: 'pending',
    });
    expect([await creditsOf(owner), await creditsOf(stranger)]).toEqual([120, 120]);
  });
});
