import { afterAll, beforeAll, expect, test } from 'vitest';
import { BreakableLine } from '../support/breakable-line.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits, profileMarkedReady } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
let caller: Caller;
const lines: Record<string, BreakableLine> = {};
beforeAll(async () => {
  product = await startProduct({
    env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', JOB_REDISPATCH_MS: '1000', JOB_LEASE_MS: '1500' },
    through: async (url) => {
      const { line, url: led } = await BreakableLine.to(url);
      lines[new URL(url).protocol] = line;
      return led;
    },
  });
  caller = await customer(product);
});
afterAll(async () => {
  for (const line of Object.values(lines)) line.mend();
  await product.stop();
  await Promise.all(Object.values(lines).map((line) => line.stop()));
});

const run = async () => ({ profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) });
const failedRun = (id: string) =>
  until(
    'the run to end',
    async () => ((await caller.get<{ status: string }>(`/generations/${id}`)).body.status === 'failed' ? true : null),
    30_000,
  );

test('PostgreSQL is away: 503 with a time to come back, nothing half-done, then work goes on', async () => {
  await grantCredits(product, caller, 20);
  const body = await run();
  const key = crypto.randomUUID();
  lines['postgresql:']!.break();
  const refused = await caller.post('/generations', body, key);
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await product.anonymous().get('/health/ready')).status).toBe(503);
  expect((await product.anonymous().get('/health/live')).status).toBe(200);
  lines['postgresql:']!.mend();
  const accepted = await until('the retry', async () => {
    const answer = await caller.post<{ id: string }>('/generations', body, key);
    return answer.status === 202 ? answer : null;
  });
  await failedRun(accepted.body.id); // there is no model: it ends as failed and gives its credits back
  expect((await caller.get('/me')).body).toMatchObject({ credits: 20 });
});

test('Redis is away: commands are taken, and their work is done when it is back', async () => {
  const body = await run();
  lines['redis:']!.break();
  const accepted = await caller.post<{ id: string }>('/generations', body);
  const uncounted = await product
    .anonymous()
    .post('/auth/login', { email: 'petra.muster@example.org', password: 'Sommerwiese-42' });
  expect(uncounted).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(accepted.status).toBe(202);
  expect((await product.anonymous().get('/health/ready')).status).toBe(503);
  await new Promise((resolve) => setTimeout(resolve, 1000)); // long enough for every client to notice and retry
  expect((await caller.get(`/generations/${accepted.body.id}`)).body).toMatchObject({ status: 'queued' });
  lines['redis:']!.mend();
  await failedRun(accepted.body.id);
  expect((await caller.get('/me')).body).toMatchObject({ credits: 20 });
  expect((await product.anonymous().get('/health/ready')).status).toBe(200);
});
