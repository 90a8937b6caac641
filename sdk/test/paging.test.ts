import { expect, test } from 'vitest';
import { eachItem } from '../src/index.js';
import { clientOf, errorOf, json } from './support/server.js';

/** A list of seven, three to a page. */
const list = () =>
  clientOf((request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams;
    const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 3)];
    const items = Array.from({ length: 7 }, (_, id) => ({ id })).slice(from, from + limit);
    json(response, { items, nextCursor: from + limit < 7 ? String(from + limit) : null });
  });

test('a list is gone through to its end', async () => {
  const { client, requests } = await list();
  const ids: unknown[] = [];
  for await (const { id } of eachItem(client.listGenerations)) ids.push(id);
  expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/v1/generations',
    '/api/v1/generations?cursor=3',
    '/api/v1/generations?cursor=6',
  ]);
});

test('a page is fetched when it is needed, in the size asked for', async () => {
  const { client, requests } = await list();
  for await (const { id } of eachItem(client.listCreditEntries, { query: { limit: 2, cursor: '1' } }))
    if ((id as unknown) === 3) break;
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/v1/credits/entries?limit=2&cursor=1',
    '/api/v1/credits/entries?limit=2&cursor=3',
  ]);
});

test('an error on the way is thrown where the list is read', async () => {
  const { client } = await clientOf((_request, response) => json(response, { code: 'scope_missing' }, 403));
  expect(await errorOf(eachItem(client.listGenerations).next())).toMatchObject({ code: 'scope_missing' });
});
