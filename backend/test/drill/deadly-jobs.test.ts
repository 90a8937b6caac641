import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { killProductProcesses, startWorkerProcess, type ProductProcess } from '../support/product-processes.js';
import { until } from '../support/until.js';
import { attempted, deliveriesOf, endpointAt } from '../support/webhook-endpoints.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const DEADLY_ADDRESS = fileURLToPath(new URL('../support/deadly-address.mjs', import.meta.url));

/** As many messages as a worker sends at once. */
const AT_ONCE = 32;

let receiver: WebhookReceiver;
let product: Product;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  product = await startProduct({
    worker: false,
    env: { WEBHOOK_LOOPBACK: 'true', JOB_LEASE_MS: '1500', JOB_REDISPATCH_MS: '60000' },
  });
});
afterEach(() => killProductProcesses());
afterAll(async () => {
  await product.stop();
  await receiver.stop();
});

const startWorker = (env = {}) =>
  startWorkerProcess(product, { NODE_OPTIONS: `--import=${DEADLY_ADDRESS}`, LOG_LEVEL: 'warn', ...env });

/** An endpoint of a customer of its own, and the job of one message to it. */
async function messageTo(path: string): Promise<{ caller: Caller; endpointId: string; job: () => Promise<JobRow> }> {
  const caller = await customer(product);
  const { endpoint } = await endpointAt(caller, receiver.urlOf(path));
  await caller.post(`/webhook-endpoints/${endpoint.id}/test`);
  const [delivery] = await deliveriesOf(caller, endpoint.id);
  const job = async () =>
    (await product.em().execute<JobRow[]>("select * from job where payload->>'deliveryId' = ?", [delivery!.id]))[0]!;
  return { caller, endpointId: endpoint.id, job };
}

interface JobRow {
  id: string;
  attempt: number;
  max_attempts: number;
  is_suspect: boolean;
  leased_until: string | null;
  outcome: string | null;
  last_error: string | null;
}

const isAlive = ({ pid }: Pick<ProductProcess, 'pid'>): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a job that kills its process costs its neighbour no try, and the next process not its life', async () => {
  receiver.answer('/innocent', 'silence');
  const innocent = await messageTo('/innocent');
  const first = await startWorker();
  await receiver.arrived('/innocent');
  const allowed = (await innocent.job()).max_attempts;
  const deadly = await messageTo('/deadly');
  await until('the worker to die', () => (isAlive(first) ? null : true));
  expect(await deadly.job()).toMatchObject({ attempt: 1, is_suspect: false });

  const second = await startWorker();
  expect(await attempted(innocent.caller, innocent.endpointId, 1)).toMatchObject({ state: 'delivered' });
  expect(await innocent.job()).toMatchObject({ attempt: 2, max_attempts: allowed + 1, outcome: 'done' });

  // It dies alone: that counts, and from some number of deaths on it is given up.
  await until('its second death', async () => ((await deadly.job()).attempt >= 3 ? true : null), 60_000);
  expect(await deadly.job()).toMatchObject({ max_attempts: allowed + 1, is_suspect: true });
  await product.em().execute('update job set attempt = max_attempts + 3 where id = ?', [(await deadly.job()).id]);
  await until('it to be given up', async () => (await deadly.job()).outcome, 30_000);
  expect(await deadly.job()).toMatchObject({
    outcome: 'failed',
    last_error: 'every attempt ended with its process',
    max_attempts: allowed + 1,
  });
  expect(isAlive(second)).toBe(true);
  expect(second.output).toContain('may have ended its process');
});

test('a worker that is asked to end, or killed, takes the processes it began with it, and their jobs go on', async () => {
  receiver.always('/slow', 'silence');
  const slow = await messageTo('/slow');
  await product.em().execute('update job set is_suspect = true where id = ?', [(await slow.job()).id]);
  const worker = await startWorker();
  await receiver.arrived('/slow');
  await worker.terminate();
  expect(await slow.job()).toMatchObject({ attempt: 1, leased_until: null, outcome: null, is_suspect: true });

  // That it was cut off proves nothing: it still runs by itself.
  const killed = await startWorker();
  await receiver.arrived('/slow', 2);
  await killed.kill();
  await until('the job to be handed back', async () =>
    (await product.em().execute('select 1 from job where id = ? and leased_until is null', [(await slow.job()).id]))
      .length === 1
      ? true
      : null,
  );
  expect((await slow.job()).is_suspect).toBe(true);
  receiver.always('/slow', { status: 204 });
  await startWorker();
  expect(await attempted(slow.caller, slow.endpointId, 1)).toMatchObject({ state: 'delivered' });
});

test('a worker that is asked to end amid as many jobs as it takes at once hands each back', async () => {
  receiver.always('/all', 'silence');
  const messages = await Promise.all(Array.from({ length: AT_ONCE }, () => messageTo('/all')));
  const allowed = (await messages[0]!.job()).max_attempts;
  // No lease runs out meanwhile, however slow the machine is: that would be another attempt.
  const worker = await startWorker({ JOB_LEASE_MS: '20000' });
  await receiver.arrived('/all', AT_ONCE);
  await worker.terminate();
  const jobs = await Promise.all(messages.map(({ job }) => job()));
  expect(jobs.filter((job) => job.leased_until !== null || job.outcome !== null)).toEqual([]);
  expect(new Set(jobs.map((job) => job.max_attempts - job.attempt))).toEqual(new Set([allowed]));
});

test('a job that hangs in its own process is ended by force, which counts, and the worker goes on; no process is left behind', async () => {
  const hanging = await messageTo('/endless');
  await product.em().execute('update job set is_suspect = true where id = ?', [(await hanging.job()).id]);
  const worker = await startWorker({ SHUTDOWN_MS: '1000' });
  await until('it to be ended and begun again', async () => ((await hanging.job()).attempt >= 2 ? true : null), 60_000);
  expect(worker.output).toContain('hangs: its process is killed');
  expect(isAlive(worker)).toBe(true);
  // Nor is one left behind by a worker that is killed, although it cannot see that.
  await worker.kill();
  const children = [...worker.output.matchAll(/"pid":(\d+),"msg":"may have/g)].map(([, pid]) => ({ pid: Number(pid) }));
  expect(children.length).toBeGreaterThanOrEqual(2);
  await until('its processes to end', () => (children.some(isAlive) ? null : true));
});
