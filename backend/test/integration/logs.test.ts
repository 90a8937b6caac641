import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerInLogs } from '../../src/platform/logging/index.js';
import { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits } from '../support/customers.js';
import { profileWithModel } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import {
  killProductProcesses,
  startApiProcess,
  startWorkerProcess,
  type ProductProcess,
} from '../support/product-processes.js';
import { until } from '../support/until.js';

type Line = Record<string, unknown>;

const env = { LOG_LEVEL: 'info', BILDNIS_VERSION: '1.2.3' };
let product: Product;
let api: ProductProcess;
let worker: ProductProcess;
beforeAll(async () => {
  product = await startProduct({ worker: false });
  [api, worker] = await Promise.all([startApiProcess(product, env), startWorkerProcess(product, env)]);
});
afterAll(async () => {
  await killProductProcesses();
  await product.stop();
});

const linesOf = ({ output }: ProductProcess): Line[] =>
  output
    .split('\n')
    .slice(0, -1) // the last may be on its way
    .map((line) => JSON.parse(line) as Line);

/** The first line that says this, once it is there. */
const lineOf = (process: ProductProcess, what: Line): Promise<Line> =>
  until(
    JSON.stringify(what),
    () => linesOf(process).find((line) => Object.entries(what).every(([key, value]) => line[key] === value)) ?? null,
  );

test('a request, and the job that came of it, are found by one hash of whose they are', async () => {
  const { token, userId } = await customer(product);
  const caller = new Caller(api.origin, token, userId);
  await grantCredits(product, caller, 20);
  const profileId = await profileWithModel(product, caller);
  const asked = await caller.post('/generations', { profileId, styleId: await anyStyle(caller) });
  const owner = ownerInLogs(product.config.mediaSecret, userId!);
  const common = { owner, version: '1.2.3' };

  const request = await lineOf(api, { method: 'POST', path: '/api/v1/generations' });
  expect(request).toMatchObject({
    ...common,
    role: 'api',
    status: 202,
    replica: String(api.pid),
    requestId: asked.headers.get('x-request-id'),
  });
  const job = { ...common, role: 'worker', topic: 'generations.generation_requested', attempt: 1 };
  expect(await lineOf(worker, { msg: 'job begun', ...job })).toMatchObject({ replica: String(worker.pid) });
  // Its model is no model: it is tried once more, and then given up.
  expect(await lineOf(worker, { msg: 'job ended', ...job })).toMatchObject({ ms: expect.any(Number) });
  for (const line of [...linesOf(api), ...linesOf(worker)])
    expect(JSON.stringify(line)).not.toMatch(new RegExp(`${userId}|@example`));
});

test('a start is no longer than a screen', () => {
  for (const process of [api, worker])
    expect(linesOf(process).filter(({ context }) => context === 'InstanceLoader')).toEqual([]);
  const started = linesOf(api).findIndex(({ msg }) => String(msg).includes('successfully started'));
  expect(started).toBeGreaterThanOrEqual(0);
  expect(started).toBeLessThan(20);
});

test('nobody’s hash is told from another secret, or from another person', () => {
  const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(ownerInLogs(one, 'u-1')).toBe(ownerInLogs(one, 'u-1'));
  expect(new Set([ownerInLogs(one, 'u-1'), ownerInLogs(other, 'u-1'), ownerInLogs(one, 'u-2')]).size).toBe(3);
  expect(ownerInLogs(one, 'u-1')).toMatch(/^[\w-]{12}$/);
});
