import { randomUUID } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { describe, expect, test } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { anyStyle, customer, grantCredits, profileMarkedReady } from '../support/customers.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';

let product: Product;
useSharedProduct((shared) => (product = shared));

interface Entry {
  delta: number;
  reason: string;
  balanceAfter: number;
}

async function ledgerOf(caller: Awaited<ReturnType<typeof customer>>): Promise<Entry[]> {
  return (await caller.get<{ items: Entry[] }>('/credits/entries?limit=50')).body.items;
}

describe('credits', () => {
  test('50 parallel runs with credits for three: exactly three are accepted, nothing goes below zero', async () => {
    const caller = await customer(product);
    const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
    await grantCredits(product, caller, 35);
    // Otherwise runs would fail (there is no model) and give credits back while we still ask.
    const queue = product.worker!.get<Queue>(getQueueToken('generation'), { strict: false });
    await queue.pause();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => caller.post<{ code?: string }>('/generations', body)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(3);
    expect(statuses.filter((status) => status === 402)).toHaveLength(47);
    expect(answers.find((answer) => answer.status === 402)?.body.code).toBe('insufficient_credits');
    const entries = await ledgerOf(caller);
    expect(entries.filter((entry) => entry.reason === 'generation_charge')).toHaveLength(3);
    expect(entries.every((entry) => entry.balanceAfter >= 0)).toBe(true);
    await queue.resume();
  });

  test('20 requests with one key make one run, one charge and one answer', async () => {
    const caller = await customer(product);
    const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
    await grantCredits(product, caller, 100);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.post<{ id: string }>('/generations', body, key)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await ledgerOf(caller)).filter((entry) => entry.reason === 'generation_charge')).toHaveLength(1);
  });

  test('the same key for another request is refused', async () => {
    const caller = await customer(product);
    const profileId = await profileMarkedReady(product, caller);
    const styles = (await caller.get<{ items: { id: string }[] }>('/styles')).body.items;
    await grantCredits(product, caller, 100);
    const key = randomUUID();
    await caller.post('/generations', { profileId, styleId: styles[0]!.id }, key);
    const second = await caller.post<{ code: string }>('/generations', { profileId, styleId: styles[1]!.id }, key);
    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  test('a refused command books nothing, and its key can be used again', async () => {
    const caller = await customer(product);
    const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
    const key = randomUUID();
    expect((await caller.post('/generations', body, key)).status).toBe(402);
    await grantCredits(product, caller, 10);
    expect((await caller.post('/generations', body, key)).status).toBe(202);
  });

  test('a run whose profile has no model fails and gives its credits back', async () => {
    const caller = await customer(product);
    const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
    await grantCredits(product, caller, 10);
    const started = await caller.post<{ id: string }>('/generations', body);
    await expect
      .poll(async () => (await caller.get(`/generations/${started.body.id}`)).body['status'], { timeout: 20_000 })
      .toBe('failed');
    expect((await ledgerOf(caller)).map((entry) => [entry.reason, entry.delta])).toEqual([
      ['generation_return', 10],
      ['generation_charge', -10],
      ['plan_grant', 10],
    ]);
    expect((await caller.get('/me')).body).toMatchObject({ credits: 10 });
  });

  test('the ledger refuses changes, deletions and bookings outside a transaction', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, 5);
    const em = product.em();
    await expect(em.execute('update credit_ledger set delta = 500')).rejects.toThrow(/append-only/);
    await expect(em.execute('delete from credit_ledger')).rejects.toThrow(/append-only/);
    await expect(em.execute('truncate credit_ledger')).rejects.toThrow(/referenced in a foreign key/);
    await expect(em.execute('truncate credit_ledger cascade')).rejects.toThrow(/append-only/);
    const service = product.api.get(CreditsService);
    await expect(
      service.book(em, { userId: randomUUID(), delta: 1, reason: 'plan_grant', businessKey: 'outside' }),
    ).rejects.toThrow(/transaction/);
  });
});
