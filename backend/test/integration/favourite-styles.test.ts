import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { exported } from '../support/exports.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { until } from '../support/until.js';

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

test('are told to the owner’s other pages, once for each change and without content', async () => {
  const caller = await customer(product);
  const other = await customer(product);
  const heard: Record<'owner' | 'other', unknown[]> = { owner: [], other: [] };
  const listen = async (token: string | null, into: unknown[]): Promise<Socket> => {
    const auth = { token };
    const socket = io(product.origin, { path: '/socket.io', transports: ['websocket'], auth, reconnection: false });
    socket.on('favourite_style.changed', (payload: unknown) => into.push(payload));
    await new Promise((resolve) => socket.once('ready', resolve));
    return socket;
  };
  const idOf = async (slug: string) => (await caller.get<{ id: string }>(`/styles/${slug}`)).body.id;
  const [office, salbei] = [await idOf('office'), await idOf('salbei')];
  const sockets = [await listen(caller.token, heard.owner), await listen(other.token, heard.other)];
  try {
    for (const slug of ['office', 'office']) await add(caller, slug);
    for (const slug of ['salbei', 'office', 'office']) await remove(caller, slug);
    await add(caller, 'salbei');
    await until('the events', () => Promise.resolve(heard.owner.length >= 3 ? true : null));
    expect(heard.owner).toEqual([{ styleId: office }, { styleId: office }, { styleId: salbei }]);
    expect(heard.other).toEqual([]);
  } finally {
    for (const socket of sockets) socket.close();
  }
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
