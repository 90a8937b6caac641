import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyStyle, customer, grantCredits, profileMarkedReady } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', JOB_REDISPATCH_MS: '1000' } });
});
afterAll(() => product.stop());

test('Redis is emptied with work waiting in it: the queue is rebuilt from PostgreSQL', async () => {
  const caller = await customer(product);
  const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
  await grantCredits(product, caller, 10);
  const queue = product.worker!.get<Queue>(getQueueToken('generation'), { strict: false });
  await queue.pause();
  const run = await caller.post<{ id: string }>('/generations', body);
  await until('the job to be dispatched', async () =>
    (
      await product
        .em()
        .execute("select 1 from job where topic = 'generations.generation_requested' and dispatched_at is not null")
    ).length > 0
      ? true
      : null,
  );
  const redis = new Redis(product.config.redisUrl);
  await redis.flushdb();
  redis.disconnect();
  await queue.resume();
  // There is no model, so the run ends as failed and its credits come back: the work was done, not lost.
  await until(
    'the run to end',
    async () =>
      (await caller.get<{ status: string }>(`/generations/${run.body.id}`)).body.status === 'failed' ? true : null,
    30_000,
  );
  expect((await caller.get('/me')).body).toMatchObject({ credits: 10 });
});
