import type { Response } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { SCOPES, type Principal, type Scope } from '../../src/platform/http/index.js';
import { KeyBudgets, type KeyBudget } from '../../src/platform/http/key-budgets.js';
import { BreakableLine } from '../support/breakable-line.js';
import { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
let owner: Caller;
const lines: BreakableLine[] = [];
beforeAll(async () => {
  product = await startProduct({
    env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true' },
    through: async (url) => {
      if (!url.startsWith('redis')) return url;
      const { line, url: led } = await BreakableLine.to(url);
      lines.push(line);
      return led;
    },
  });
  owner = await customer(product);
});
afterAll(async () => {
  await product.stop();
  await Promise.all(lines.map((line) => line.stop()));
});

async function program(scopes: readonly Scope[] = SCOPES): Promise<Caller & { id: string }> {
  const made = await owner.post<{ secret: string; key: { id: string } }>('/api-keys', { name: 'Werkstatt', scopes });
  return Object.assign(new Caller(product.origin, made.body.secret), { id: made.body.key.id });
}

/** Counts this many calls of a key that nobody makes. */
async function spend(key: { id: string }, budget: KeyBudget, count: number): Promise<void> {
  const response = { getHeader: () => undefined, setHeader: () => undefined } as unknown as Response;
  const budgets = product.api.get(KeyBudgets, { strict: false });
  for (let call = 0; call < count; call += 1) await budgets.spend(budget, { sessionId: key.id } as Principal, response);
}

const { requestsPerMinute, commandsPerMinute } = facts.api;
const DEFAULT_POLICY = `"default";q=${requestsPerMinute};w=60`;
const left = (headers: Headers, budget = 'default') =>
  Number(new RegExp(`"${budget}";r=(\\d+);t=\\d+`).exec(headers.get('ratelimit') ?? '')?.[1]);

describe('budgets of an API key', () => {
  test('every answer says what is left: of a success, a refusal, an unknown path and a broken body', async () => {
    const key = await program(['account:read']);
    const answers = [
      await key.get('/me'),
      await key.get('/ai-profiles'),
      await key.get('/nowhere'),
      await fetch(`${product.origin}/api/v1/consents`, {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key.token}` },
      }),
      await key.get('/styles'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 400, 200]);
    for (const [index, { headers }] of answers.entries()) {
      expect(headers.get('ratelimit-policy')).toBe(DEFAULT_POLICY);
      expect(left(headers)).toBe(requestsPerMinute - 1 - index);
    }
  });

  test('a command shows and uses both budgets, a call that only reads the one', async () => {
    const key = await program();
    const started = await key.post('/generations', {});
    expect(started.status).toBe(400);
    expect(started.headers.get('ratelimit-policy')).toBe(`${DEFAULT_POLICY}, "commands";q=${commandsPerMinute};w=60`);
    expect(left(started.headers, 'commands')).toBe(commandsPerMinute - 1);
    const read = await key.get('/generations');
    expect(read.headers.get('ratelimit')).not.toContain('commands');
    expect(left(read.headers)).toBe(requestsPerMinute - 2);
  });

  test('people, visitors and keys that do not hold have no budget to be told of', async () => {
    for (const caller of [owner, product.anonymous(), new Caller(product.origin, 'bk_none')]) {
      const { headers } = await caller.get('/me');
      expect(headers.get('ratelimit')).toBeNull();
      expect(headers.get('ratelimit-policy')).toBeNull();
    }
  });

  test('a key that asks too much waits as long as it is told; the other keys of its owner go on', async () => {
    const [busy, other] = [await program(), await program()];
    await spend(busy, 'default', requestsPerMinute - 1);
    expect((await busy.get('/me')).status).toBe(200);
    const refused = await busy.get('/me');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(left(refused.headers)).toBe(0);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await other.get('/me')).status).toBe(200);
    expect((await owner.get('/me')).status).toBe(200);
  });

  test('a key that has used up its commands still reads', async () => {
    const key = await program();
    await spend(key, 'commands', commandsPerMinute - 1);
    expect((await key.post('/generations', {})).status).toBe(400);
    const refused = await key.post('/generations', {});
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(left(refused.headers, 'commands')).toBe(0);
    expect((await key.get('/generations')).status).toBe(200);
  });

  test('while nothing can be counted calls go on, without headers', async () => {
    const key = await program();
    for (const line of lines) line.break();
    try {
      await expect.poll(async () => (await key.get('/me')).headers.get('ratelimit'), { timeout: 20_000 }).toBeNull();
      expect((await key.get('/me')).status).toBe(200);
    } finally {
      for (const line of lines) line.mend();
    }
    await expect
      .poll(async () => (await key.get('/me')).headers.get('ratelimit-policy'), { timeout: 20_000 })
      .toBe(DEFAULT_POLICY);
  });
});
