import { expect, test } from 'vitest';
import { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { exported } from '../support/exports.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';

let product: Product;
useSharedProduct((shared) => (product = shared));

const favouritesOf = async (caller: Caller) =>
  (await caller.get<{ items: { slug: string }[] }>('/me/favourite-styles')).body.items.map(({ slug }) => slug);
const add = (caller: Caller, slug: string) => caller.send('PUT', `/styles/${slug}/favourite`);
const remove = (caller: Caller, slug: string) => caller.delete(`/styles/${slug}/favourite`);

test('styles become favourites and none any more, however often it is said, each customer’s own', async () => {
  const caller = await customer(product);
  const other = await customer(product);
  expect(await favouritesOf(caller)).toEqual([]);
  for (const slug of ['office', 'linkedin', 'linkedin']) expect(await add(caller, slug)).toMatchObject({ status: 204 });
  expect(await favouritesOf(caller)).toEqual(['linkedin', 'office']);
  expect(await favouritesOf(other)).toEqual([]);
  expect(await remove(other, 'linkedin')).toMatchObject({ status: 204 });
  expect(await favouritesOf(caller)).toEqual(['linkedin', 'office']);
  for (let time = 0; time < 2; time += 1) expect(await remove(caller, 'linkedin')).toMatchObject({ status: 204 });
  expect(await favouritesOf(caller)).toEqual(['office']);
});

test('said many times at once, a style is a favourite once', async () => {
  const caller = await customer(product);
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(caller, 'salbei')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await favouritesOf(caller)).toEqual(['salbei']);
});

test('a style that does not exist is nobody’s favourite, and a key does not reach them', async () => {
  const caller = await customer(product);
  for (const slug of ['none', '%00', 'a%20b', 'x'.repeat(61)]) {
    expect(await add(caller, slug), slug).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await remove(caller, slug), slug).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  const key = await caller.post<{ secret: string }>('/api-keys', {
    name: 'Ablage',
    scopes: ['account:read', 'generations:write'],
  });
  const program = new Caller(product.origin, key.body.secret);
  expect((await add(program, 'linkedin')).status).toBe(403);
  expect((await program.get('/me/favourite-styles')).status).toBe(403);
  expect(await favouritesOf(caller)).toEqual([]);
});

test('a favourite that is off sale is hidden, can be taken back, and comes again with the style', async () => {
  const caller = await customer(product);
  for (const slug of ['beige', 'salbei', 'im-park']) await add(caller, slug);
  const sell = (slugs: string, enabled: boolean) =>
    product.em().execute(`update style set enabled = ? where slug in (${slugs})`, [enabled]);
  await sell("'beige', 'salbei', 'am-see'", false);
  try {
    expect(await favouritesOf(caller)).toEqual(['im-park']);
    expect(await add(caller, 'am-see')).toMatchObject({ status: 404 });
    expect(await remove(caller, 'salbei')).toMatchObject({ status: 204 });
  } finally {
    await sell("'beige', 'salbei', 'am-see'", true);
  }
  expect(await favouritesOf(caller)).toEqual(['im-park', 'beige']);
});

test('favourites are in the export of the account, with the day', async () => {
  const caller = await customer(product);
  await add(caller, 'linkedin');
  const { files } = await exported(caller);
  expect(JSON.parse(files.get('lieblingsstyles.json')!.toString())).toEqual([
    { style: 'LinkedIn Clean', since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ]);
});
