import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { completedRun, profileWithModel } from '../support/holdings.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';

interface Listed {
  id: string;
  style: { displayName: string } | null;
}

let product: Product;
let owner: Caller;
useSharedProduct((shared) => (product = shared));
beforeAll(async () => {
  owner = await customer(product);
});

const idsOf = async (caller: Caller, path: string) =>
  (await caller.get<{ items: Listed[] }>(path)).body.items.map(({ id }) => id);

test('a draft begins as it was asked for, else without a name and male; own ones are listed, newest first', async () => {
  const first = await owner.post<Listed>('/ai-profiles', {});
  expect(first).toMatchObject({ status: 201, body: { status: 'created', name: null, gender: 'male', photos: [] } });
  const second = await owner.post<Listed>('/ai-profiles', { name: '  Bewerbung ', gender: 'female' });
  expect(second).toMatchObject({ status: 201, body: { status: 'created', name: 'Bewerbung', gender: 'female' } });
  expect(await idsOf(owner, '/ai-profiles')).toEqual([second.body.id, first.body.id]);
  expect(await idsOf(await customer(product), '/ai-profiles')).toEqual([]);
  for (const body of [{ gender: 'other' }, { name: 'x'.repeat(51) }, { name: ' ' }, { status: 'ready' }])
    expect(await owner.post('/ai-profiles', body)).toMatchObject({ status: 400, body: { code: 'validation' } });
});

test('own runs are listed page by page, newest first, each once, with the name of its style', async () => {
  const profileId = await profileWithModel(product, owner);
  const runs: string[] = [];
  for (let made = 0; made < 5; made++) runs.unshift((await completedRun(product, owner, profileId, 1)).id);
  const seen: Listed[] = [];
  let path: string | null = '/generations?limit=2';
  while (path) {
    const { body }: { body: { items: Listed[]; nextCursor: string | null } } = await owner.get(path);
    expect(body.items.length).toBeLessThanOrEqual(2);
    seen.push(...body.items);
    path = body.nextCursor && `/generations?limit=2&cursor=${body.nextCursor}`;
  }
  expect(seen.map(({ id }) => id)).toEqual(runs);
  expect(seen[0]?.style?.displayName).toBe('City Daylight');
  expect(await idsOf(await customer(product), '/generations')).toEqual([]);
});
