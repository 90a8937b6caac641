import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/caller.js';
import { anyStyle, draftWithPhotos, subscriber } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

const workerEntry = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));
const workers: ChildProcess[] = [];
let product: Product;
let caller: Caller;

/** A worker as a process of its own, as in production; ends with the test. */
async function startWorker(): Promise<ChildProcess> {
  const child = fork(workerEntry, { env: { PATH: process.env['PATH'], ...product.env, LOG_LEVEL: 'silent' }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  workers.push(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

beforeAll(async () => {
  // Large enough that a run takes seconds and can be caught half-way.
  product = await startProduct({ worker: false, env: { ENGINE_PORTRAIT_WIDTH: '640' } });
});
afterAll(async () => {
  await Promise.all(workers.filter((worker) => worker.exitCode === null && worker.signalCode === null).map(kill));
  await product.stop();
});

test('kill -9 during training and during a run: the work is taken over, charged once, delivered once', async () => {
  const first = await startWorker();
  caller = await subscriber(product);
  const profileId = await draftWithPhotos(caller);
  await caller.post(`/ai-profiles/${profileId}/training`);
  await until('the training to be under way', async () => ((await caller.get<{ progress: { fraction: number } | null }>(`/ai-profiles/${profileId}`)).body.progress?.fraction ? true : null), 60_000);
  await kill(first);
  expect((await caller.get(`/ai-profiles/${profileId}`)).body).toMatchObject({ status: 'training' });

  const second = await startWorker();
  await until('the profile', async () => ((await caller.get<{ status: string }>(`/ai-profiles/${profileId}`)).body.status === 'ready' ? true : null), 60_000);
  const run = await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) });
  await until('the first portraits', async () => ((await caller.get<{ previews: object[] }>(`/generations/${run.body.id}`)).body.previews.length >= 2 ? true : null), 60_000);
  await kill(second);
  expect((await caller.get(`/generations/${run.body.id}`)).body).toMatchObject({ status: 'processing', portraits: [] });

  await startWorker();
  const done = await until('the portraits', async () => {
    const generation = await caller.get<{ status: string; portraits: { url: string }[] }>(`/generations/${run.body.id}`);
    return generation.body.status === 'completed' || generation.body.status === 'failed' ? generation.body : null;
  }, 60_000);
  expect(done.status).toBe('completed');
  expect(done.portraits).toHaveLength(8);
  const files = await Promise.all(done.portraits.map((portrait) => caller.download(portrait.url)));
  expect(new Set(files.map((file) => file.status))).toEqual(new Set([200]));
  const entries = await caller.get<{ items: { reason: string }[] }>('/credits/entries');
  expect(entries.body.items.map((entry) => entry.reason)).toEqual(['generation_charge', 'training_charge', 'plan_grant']);
  expect((await caller.get('/me')).body).toMatchObject({ credits: 130 });
  const [job] = await product.em().execute<{ attempt: number }[]>("select attempt from job where topic = 'generations.generation_requested'");
  expect(job!.attempt).toBe(2);
});
