import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { KeyUsage } from '../../src/identity/index.js';
import { Clock, DAY, zurichMonth } from '../../src/platform/clock/index.js';
import { SCOPES } from '../../src/platform/http/index.js';
import { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits, profileMarkedReady } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

interface Used {
  apiKeyId: string;
  name: string;
  month: string;
  calls: number;
  limited: number;
  runs: number;
  creditsSpent: number;
  creditsReturned: number;
}

async function program(owner: Caller, name = 'Skript'): Promise<Caller & { id: string }> {
  const made = await owner.post<{ secret: string; key: { id: string } }>('/api-keys', { name, scopes: [...SCOPES] });
  return Object.assign(new Caller(product.origin, made.body.secret), { id: made.body.key.id });
}

/** As the clock does it every half minute. */
const keep = () => product.api.get(KeyUsage, { strict: false }).keepCalls();
const usageOf = async (owner: Caller) => (await owner.get<{ items: Used[] }>('/api-keys/usage')).body.items;

describe('what a key did in a month', () => {
  test('calls are counted once, whatever was answered, and stay with a key that is revoked', async () => {
    const owner = await customer(product);
    const key = await program(owner);
    expect(await usageOf(owner)).toEqual([]);
    for (const path of ['/me', '/ai-profiles', '/nowhere', '/api-keys']) await key.get(path);
    await keep();
    await key.get('/me');
    await Promise.all([keep(), keep()]);
    await keep();
    await owner.delete(`/api-keys/${key.id}`);
    expect(await usageOf(owner)).toMatchObject([
      { apiKeyId: key.id, name: 'Skript', month: zurichMonth(product.api.get(Clock).now()), calls: 5, creditsSpent: 0 },
    ]);
  });

  test('calls in two months count for each', async () => {
    const owner = await customer(product);
    const key = await program(owner);
    const clock = product.api.get(Clock);
    await key.get('/me');
    const first = zurichMonth(clock.now());
    clock.shift(32 * DAY);
    const second = zurichMonth(clock.now());
    try {
      await key.get('/me');
      await key.get('/me');
      await keep();
    } finally {
      clock.shift(-32 * DAY);
    }
    expect((await usageOf(owner)).map(({ month, calls }) => [month, calls])).toEqual([
      [second, 2],
      [first, 1],
    ]);
  });

  test('runs and credits are booked with what they pay for; what comes back counts for the key that spent it', async () => {
    const owner = await customer(product);
    await grantCredits(product, owner, 3 * facts.generation.credits);
    const profileId = await profileMarkedReady(product, owner);
    const styleId = await anyStyle(owner);
    const [one, other] = [await program(owner), await program(owner, 'Anderes')];
    const run = await one.post<{ id: string }>('/generations', { profileId, styleId });
    expect(run.status).toBe(202);
    await other.post('/generations', { profileId, styleId });
    // A person's own run is no key's.
    await owner.post('/generations', { profileId, styleId });
    // Whoever deletes it: the credits come back to where they were spent.
    expect((await owner.delete(`/generations/${run.body.id}`)).status).toBe(204);
    const spent = facts.generation.credits;
    const used = new Map((await usageOf(owner)).map((each) => [each.name, each]));
    expect(used.size).toBe(2);
    expect(used.get('Skript')).toMatchObject({ runs: 1, creditsSpent: spent, creditsReturned: spent });
    expect(used.get('Anderes')).toMatchObject({ runs: 1, creditsSpent: spent, creditsReturned: 0 });
    // What is refused is not counted.
    expect((await one.post('/generations', { profileId, styleId })).status).toBe(202);
    expect((await one.post('/generations', { profileId, styleId })).status).toBe(402);
    expect((await usageOf(owner)).find(({ name }) => name === 'Skript')).toMatchObject({ runs: 2 });
  });

  test('is its owner’s alone, closed to keys, exported, and gone with the account', async () => {
    const owner = await customer(product);
    const key = await program(owner);
    await key.get('/me');
    await keep();
    expect(await usageOf(await customer(product))).toEqual([]);
    expect((await key.get('/api-keys/usage')).status).toBe(403);
    const { id } = (await owner.get<{ id: string }>('/me')).body;
    expect(await product.api.get(KeyUsage, { strict: false }).exported(id)).toMatchObject([
      { name: 'Skript', calls: 1 },
    ]);
    await product.em().execute('delete from api_key where id = ?', [key.id]);
    await product.em().execute('delete from api_key_usage where user_id = ?', [id]);
    // A call that was counted before its account went is kept nowhere.
    await key.get('/me');
    await keep();
    expect(await product.em().execute('select 1 from api_key_usage where user_id = ?', [id])).toEqual([]);
  });
});
