import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { killProductProcesses, startWorkerProcess } from '../support/product-processes.js';
import { until } from '../support/until.js';
import { attempted, endpointAt, type Delivery } from '../support/webhook-endpoints.js';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.js';

let receiver: WebhookReceiver;
let product: Product;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  product = await startProduct({ env: { WEBHOOK_LOOPBACK: 'true', LOG_LEVEL: 'silent', JOB_REDISPATCH_MS: '1000' } });
});
afterAll(async () => {
  await killProductProcesses();
  await product.stop();
  await receiver.stop();
});

test('Redis is emptied with a message waiting in it: it is sent all the same', async () => {
  const owner = await customer(product);
  const { endpoint, secret } = await endpointAt(owner, receiver.urlOf('/emptied'));
  const queue = product.worker!.get<Queue>(getQueueToken('webhooks'), { strict: false });
  await queue.pause();
  await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
  await until('the job to be dispatched', async () =>
    (await product.em().execute("select 1 from job where topic = 'partners.webhook_due' and dispatched_at is not null"))
      .length > 0
      ? true
      : null,
  );
  const redis = new Redis(product.config.redisUrl);
  await redis.flushdb();
  redis.disconnect();
  await queue.resume();
  const [message] = await receiver.arrived('/emptied');
  verified(message!, secret);
  expect((await attempted(owner, endpoint.id, 1)).state).toBe('delivered');
});

test('a worker killed between sending and noting: another one sends it again, under the same id', async () => {
  const owner = await customer(product);
  const { endpoint, secret } = await endpointAt(owner, receiver.urlOf('/killed'));
  await product.worker!.close();
  product.worker = null;
  receiver.answer('/killed', 'silence');
  const first = await startWorkerProcess(product);
  const asked = await owner.post<Delivery>(`/webhook-endpoints/${endpoint.id}/test`);
  await receiver.arrived('/killed', 1);
  await first.kill();
  expect(await owner.get(`/webhook-endpoints/${endpoint.id}/deliveries`)).toMatchObject({
    body: { items: [{ state: 'pending', attempts: [] }] },
  });
  await startWorkerProcess(product);
  const messages = await receiver.arrived('/killed', 2);
  const { id } = asked.body.event;
  expect(messages.map((message) => [verified(message, secret).id, message.headers['webhook-id']])).toEqual([
    [id, id],
    [id, id],
  ]);
  expect(await attempted(owner, endpoint.id, 1)).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
});
