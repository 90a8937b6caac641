import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminCreditPackBody } from '../../src/admin/packs/admin-packs.schemas.js';
import { CONSENTS } from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { idOf, promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

interface Style {
  id: string;
  slug: string;
  displayName: string;
  enabled: boolean;
  sortOrder: number;
  previewUrl: string;
}
interface Pack {
  id: string;
  name: string;
  credits: number;
  isMostPopular: boolean;
  needsSubscription: boolean;
  isBusinessPack: boolean;
  sold: number;
}

let product: Product;
let admin: Caller;
/** With a plan. */
let payer: Caller;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
  payer = await subscriber(product, 'starter');
});
afterAll(() => product.stop());

const log = async (subject: string) =>
  (
    await admin.get<{ items: { action: string; actor: string; subject: string; detail: unknown }[] }>(
      `/admin/audit?subject=${subject}`,
    )
  ).body.items;

describe('styles', () => {
  const all = async () => (await admin.get<{ items: Style[] }>('/admin/styles')).body.items;
  const shown = async () => (await product.anonymous().get<{ items: Style[] }>('/styles')).body.items;

  test('are switched off for everybody, and on again', async () => {
    const [style] = await all();
    expect(await admin.send('PATCH', `/admin/styles/${style!.id}`, { enabled: false })).toMatchObject({
      status: 200,
      body: { id: style!.id, enabled: false },
    });
    expect((await shown()).map(({ id }) => id)).not.toContain(style!.id);
    expect((await product.anonymous().get(`/styles/${style!.slug}`)).status).toBe(404);
    expect((await all()).map(({ id }) => id)).toContain(style!.id);
    expect(await admin.send('PATCH', `/admin/styles/${style!.id}`, { enabled: true })).toMatchObject({
      body: { enabled: true },
    });
    expect((await shown())[0]!.id).toBe(style!.id);
    expect(await log(style!.id)).toMatchObject([
      { action: 'style.edit', subject: style!.displayName, detail: { enabled: true } },
      { detail: { enabled: false } },
    ]);
  });

  test('are called in the log what they were called at the act', async () => {
    const style = (await all())[2]!;
    await admin.send('PATCH', `/admin/styles/${style.id}`, { sortOrder: 7 });
    await admin.send('PATCH', `/admin/styles/${style.id}`, { displayName: 'Am anderen See' });
    await admin.send('PATCH', `/admin/styles/${style.id}`, { displayName: style.displayName });
    expect((await log(style.id)).map(({ subject, detail }) => [subject, detail])).toEqual([
      ['Am anderen See', { displayName: style.displayName }],
      [style.displayName, { displayName: 'Am anderen See' }],
      [style.displayName, { sortOrder: 7 }],
    ]);
    await admin.send('PATCH', `/admin/styles/${style.id}`, { sortOrder: style.sortOrder });
  });

  test('keep their picture whatever their address is; what did not change leaves no line', async () => {
    const style = (await all()).at(-1)!;
    const change = {
      displayName: 'Zwei Farben',
      slug: 'zwei-farben',
      description: 'Neu beschrieben.',
      category: 'creative',
      purposes: ['linkedin', 'press'],
      sortOrder: 5,
    };
    expect(await admin.send('PATCH', `/admin/styles/${style.id}`, change)).toMatchObject({
      status: 200,
      body: { ...change, previewUrl: style.previewUrl },
    });
    expect((await shown())[0]).toMatchObject({ id: style.id, slug: 'zwei-farben' });
    expect((await product.anonymous().get(`/styles/${style.slug}`)).status).toBe(404);
    await admin.send('PATCH', `/admin/styles/${style.id}`, change);
    expect(await log(style.id)).toHaveLength(1);
    const back = { displayName: style.displayName, slug: style.slug, sortOrder: style.sortOrder };
    expect(await admin.send('PATCH', `/admin/styles/${style.id}`, back)).toMatchObject({ status: 200, body: back });
  });

  test('with an address that is taken or none are refused, and stay as they were', async () => {
    const [one, other] = await all();
    expect(
      await admin.send('PATCH', `/admin/styles/${one!.id}`, { slug: other!.slug, displayName: 'X' }),
    ).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
    for (const change of [
      { slug: 'Grosse Worte' },
      { slug: '../x' },
      { slug: '' },
      { displayName: ' ' },
      { category: 'party' },
      { purposes: [] },
      { purposes: ['party'] },
      { purposes: ['press', 'press'] },
      { sortOrder: -1 },
      { scene: 'x' },
    ])
      expect(await admin.send('PATCH', `/admin/styles/${one!.id}`, change), JSON.stringify(change)).toMatchObject({
        status: 400,
      });
    expect((await admin.send('PATCH', `/admin/styles/${randomUUID()}`, { enabled: false })).status).toBe(404);
    expect((await all())[0]).toEqual(one);
    expect((await log(one!.id)).filter(({ detail }) => 'slug' in (detail as object))).toEqual([]);
  });
});

describe('credit packs', () => {
  const body = {
    name: 'XL',
    credits: 500,
    priceRappen: 3490,
    isBusinessPack: false,
    isMostPopular: false,
    sortOrder: 9,
  };
  const all = async () => (await admin.get<{ items: Pack[] }>('/admin/credit-packs')).body.items;
  const shown = async (caller: Caller) => (await caller.get<{ items: Pack[] }>('/credit-packs')).body.items;

  test('are made, changed and taken off sale', async () => {
    expect((await admin.post('/admin/credit-packs', { ...body, credits: 0 })).status).toBe(400);
    const made = await admin.post<Pack>('/admin/credit-packs', body);
    expect(made).toMatchObject({ status: 201, body: { ...body, needsSubscription: true, sold: 0 } });
    expect((await shown(payer)).at(-1)).toMatchObject({ id: made.body.id, name: 'XL' });
    expect(
      await admin.send('PATCH', `/admin/credit-packs/${made.body.id}`, { name: 'XXL', isBusinessPack: true }),
    ).toMatchObject({ status: 200, body: { name: 'XXL', isBusinessPack: true } });
    expect((await shown(payer)).map(({ id }) => id)).not.toContain(made.body.id);
    expect((await admin.send('DELETE', `/admin/credit-packs/${made.body.id}`)).status).toBe(204);
    expect((await all()).map(({ id }) => id)).not.toContain(made.body.id);
    expect((await admin.send('DELETE', `/admin/credit-packs/${made.body.id}`)).status).toBe(404);
    expect((await admin.send('PATCH', `/admin/credit-packs/${made.body.id}`, body)).status).toBe(404);
    expect((await log(made.body.id)).map(({ action }) => action)).toEqual(['pack.delete', 'pack.edit', 'pack.create']);
  });

  test('admins change different things of one at once: none puts back what another changed; what changes nothing leaves no line', async () => {
    const made = await admin.post<Pack>('/admin/credit-packs', body);
    const change = (part: object) => admin.send('PATCH', `/admin/credit-packs/${made.body.id}`, part);
    const changes = await Promise.all([
      change({ priceRappen: 4490 }),
      change({ name: 'Gross' }),
      change({ needsSubscription: false }),
    ]);
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await all()).find(({ id }) => id === made.body.id)).toMatchObject({
      ...body,
      name: 'Gross',
      priceRappen: 4490,
      needsSubscription: false,
    });
    expect((await change({ name: 'Gross' })).status).toBe(200);
    expect((await log(made.body.id)).map(({ action }) => action).join(' ')).toBe(
      'pack.edit pack.edit pack.edit pack.create',
    );
    expect((await log(made.body.id))[0]!.detail).toMatchObject({
      name: 'Gross',
      priceRappen: 4490,
      credits: body.credits,
    });
    await admin.send('DELETE', `/admin/credit-packs/${made.body.id}`);
  });

  test('only one of them is the most popular', async () => {
    const made = await admin.post<Pack>('/admin/credit-packs', { ...body, isMostPopular: true });
    expect((await all()).filter(({ isMostPopular }) => isMostPopular).map(({ id }) => id)).toEqual([made.body.id]);
    await admin.send('DELETE', `/admin/credit-packs/${made.body.id}`);
  });

  test('an order that waits for its payment is honoured after its pack was taken off sale, at the price that was agreed', async () => {
    const made = await admin.post<Pack>('/admin/credit-packs', body);
    const order = await payer.post<{ id: string; paymentUrl: string }>('/orders', {
      kind: 'pack',
      packId: made.body.id,
      ...CONSENTS,
    });
    await admin.send('PATCH', `/admin/credit-packs/${made.body.id}`, { ...body, credits: 1, priceRappen: 100 });
    await admin.send('DELETE', `/admin/credit-packs/${made.body.id}`);
    await payAtTheTill(order.body.paymentUrl);
    await until('the credits', async () =>
      (await payer.get<{ credits: number }>('/me')).body.credits === 120 + 500 ? true : null,
    );
    expect(
      (await payer.get<{ amountRappen: number; itemName: string }>(`/orders/${order.body.id}`)).body,
    ).toMatchObject({ amountRappen: 3490, itemName: 'XL' });
    expect(await payer.post('/orders', { kind: 'pack', packId: made.body.id, ...CONSENTS })).toMatchObject({
      status: 400,
      body: { code: 'pack_unknown' },
    });
  });

  test.each([
    { name: '' },
    { credits: 0 },
    { credits: 1.5 },
    { credits: undefined },
    { priceRappen: 49 },
    { priceRappen: '100' },
    { sortOrder: -1 },
    { needsSubscription: null },
    { seedKey: 's' },
  ])('%j is refused', (change) => expect(AdminCreditPackBody.safeParse({ ...body, ...change }).success).toBe(false));
});

test('the log names who acted, page by page', async () => {
  const { email } = (await admin.get<{ email: string }>('/me')).body;
  const id = await idOf(await customer(product));
  for (const act of ['block', 'unblock', 'block']) await admin.post(`/admin/users/${id}/${act}`, { reason: 'Test' });
  const first = (
    await admin.get<{ items: { action: string; actor: string }[]; nextCursor: string }>(
      `/admin/audit?subject=${id}&limit=2`,
    )
  ).body;
  expect(first.items).toMatchObject([
    { action: 'user.block', actor: email },
    { action: 'user.unblock', actor: email },
  ]);
  const rest = (
    await admin.get<{ items: { action: string }[]; nextCursor: null }>(
      `/admin/audit?subject=${id}&limit=2&cursor=${first.nextCursor}`,
    )
  ).body;
  expect(rest).toMatchObject({ items: [{ action: 'user.block' }], nextCursor: null });
});
