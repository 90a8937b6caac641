import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.js';
import { facts } from '../../src/facts/index.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, draftWithPhotos, subscriber } from '../support/customers.js';
import { HeldLine } from '../support/held-line.js';
import { storedKeys } from '../support/holdings.js';
import { trainingUnderWay } from '../support/hosted-engine.js';
import { killProductProcesses, startWorkerProcess, type ProductProcess } from '../support/product-processes.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** What a takeover may need beyond the lease, on a busy machine. */
const ON_TOP_MS = 15_000;
/** For a worker that is asked to end: another one gets its work in time only if it was handed back. */
const LONG_LEASE = { JOB_LEASE_MS: '60000' };
/** For the worker that takes over: it must not get the work by looking for forgotten jobs. */
const RARE_REDISPATCH = { JOB_REDISPATCH_MS: '60000' };

/**
 * Faults 1, 2 and 4: a worker is asked to end or killed in the middle of its work, or killed when everything it made is stored and nothing
 * of it is committed; the next one finishes. The tests build on each other, in this order.
 */
let product: Product;
let caller: Caller;
let line: HeldLine;
let heldUrl: string;
let worker: ProductProcess;
let profileId: string;
let runId: string;
beforeAll(async () => {
  product = await startProduct({
    worker: false,
    // The lease is over when the next worker has started.
    env: { ENGINE_PORTRAIT_WIDTH: '160', ENGINE_CUTOUT_FACE_HEIGHT: '112', JOB_LEASE_MS: '1500' },
  });
  ({ line, url: heldUrl } = await HeldLine.to(product.config.databaseUrl));
  worker = await startWorkerProcess(product, LONG_LEASE);
  caller = await subscriber(product);
});
afterAll(async () => {
  await killProductProcesses();
  await line.stop();
  await product.stop();
});

const reasons = async () =>
  (await caller.get<{ items: { reason: string }[] }>('/credits/entries')).body.items.map((entry) => entry.reason);
const violations = () => checkInvariants(product.em(), product.api.get(PaymentProvider));
const jobOf = async (topic: string) =>
  (
    await product
      .em()
      .execute<{ attempt: number; max_attempts: number }[]>(
        'select attempt, max_attempts, leased_until, outcome, last_error from job where topic = ?',
        [topic],
      )
  )[0]!;
const previewed = async () => (await caller.get<{ previews: object[] }>(`/generations/${runId}`)).body.previews.length;
const profileStatus = async () => (await caller.get<{ status: string }>(`/ai-profiles/${profileId}`)).body.status;

/** Asks the worker to end, which it does long before its lease is over; its work is free, and no try is used up. */
async function askToEnd(topic: string): Promise<void> {
  const since = Date.now();
  await worker.terminate();
  expect(Date.now() - since).toBeLessThan(20_000);
  const job = await jobOf(topic);
  expect(job).toMatchObject({ leased_until: null, outcome: null, last_error: null });
  expect(job.max_attempts - job.attempt).toBe(3);
}

/** The work of a dead worker is due again when its lease ends, and what is handed back at once. */
async function takenOver(topic: string, attempt: number): Promise<void> {
  const mine = async () =>
    (await product.em().execute('select 1 from job where topic = ? and attempt = ?', [topic, attempt])).length === 1;
  await until('the takeover', async () => ((await mine()) ? true : null), product.config.jobs.leaseMs + ON_TOP_MS);
}

/** What is stored, by its key. */
async function contentOf(prefix: string): Promise<Map<string, string>> {
  const storage = product.api.get(ObjectStorage);
  const found = new Map<string, string>();
  for (const key of await storedKeys(product, prefix))
    found.set(
      key,
      createHash('sha256')
        .update(await storage.read(key))
        .digest('hex'),
    );
  return found;
}

test('a training survives a worker asked to end and one killed with the model stored: one charge, one result', async () => {
  profileId = await draftWithPhotos(caller);
  await caller.post(`/ai-profiles/${profileId}/training`);
  await trainingUnderWay(caller, profileId);
  await askToEnd('ai-profiles.training_requested');

  const held = line.holdBefore('insert into "trained_model"');
  worker = await startWorkerProcess(product, { DATABASE_URL: heldUrl, ...RARE_REDISPATCH });
  await takenOver('ai-profiles.training_requested', 2);
  await held;
  await worker.kill();
  expect(await profileStatus()).toBe('training');
  expect(await storedKeys(product, `models/${profileId}/`)).not.toEqual([]);

  worker = await startWorkerProcess(product, LONG_LEASE);
  await takenOver('ai-profiles.training_requested', 3);
  await until('the profile', async () => ((await profileStatus()) === 'ready' ? true : null), 60_000);
  const [model, ...others] = await product
    .em()
    .execute<{ storage_prefix: string; files: number }[]>(
      'select storage_prefix, artifact_count + 1 + crops as files from trained_model',
    );
  expect(others).toEqual([]);
  // Its own files with a small picture of each cutout, and nothing any more of what the killed one had stored.
  expect(await storedKeys(product, model!.storage_prefix)).toHaveLength(model!.files);
  await until('the older files to go', async () =>
    (await storedKeys(product, `models/${profileId}/`)).length === model!.files ? true : null,
  );
  await until('the photos to go', async () =>
    (await storedKeys(product, `photos/${profileId}/`)).length === 0 ? true : null,
  );
  expect(await reasons()).toEqual(['training_charge', 'plan_grant']);
  expect(await violations()).toEqual([]);
});

test('a run survives a worker asked to end, one killed half-way and one killed with all portraits stored: one charge, the same files', async () => {
  runId = (await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) })).body.id;
  await until('the first portraits', async () => ((await previewed()) > 0 ? true : null), 60_000);
  await askToEnd('generations.generation_requested');
  const before = await previewed();

  worker = await startWorkerProcess(product, RARE_REDISPATCH);
  await takenOver('generations.generation_requested', 2);
  await until('further portraits', async () => ((await previewed()) > before ? true : null), 60_000);
  await worker.kill();
  expect((await caller.get(`/generations/${runId}`)).body).toMatchObject({ status: 'processing', portraits: [] });

  const held = line.holdBefore('insert into "portrait"');
  worker = await startWorkerProcess(product, { DATABASE_URL: heldUrl });
  await takenOver('generations.generation_requested', 3);
  await held;
  await worker.kill();
  expect((await caller.get(`/generations/${runId}`)).body).toMatchObject({ status: 'processing', portraits: [] });
  const stored = await contentOf(`portraits/${runId}/`);
  expect(stored.size).toBe(facts.generation.portraits * (4 + facts.portraitFormats.length));

  worker = await startWorkerProcess(product);
  await takenOver('generations.generation_requested', 4);
  const done = await until(
    'the portraits',
    async () => {
      const generation = await caller.get<{ status: string; portraits: { url: string }[] }>(`/generations/${runId}`);
      return generation.body.status === 'completed' || generation.body.status === 'failed' ? generation.body : null;
    },
    60_000,
  );
  expect(done.status).toBe('completed');
  expect(done.portraits).toHaveLength(facts.generation.portraits);
  const files = await Promise.all(done.portraits.map((portrait) => caller.download(portrait.url)));
  expect(new Set(files.map((file) => file.status))).toEqual(new Set([200]));
  // What was shown while it was under way goes with its end.
  const isMarked = (key: string) => key.endsWith('-marked.webp');
  await until('the marked previews to go', async () =>
    (await storedKeys(product, `portraits/${runId}/`)).some(isMarked) ? null : true,
  );
  expect(await contentOf(`portraits/${runId}/`)).toEqual(new Map([...stored].filter(([key]) => !isMarked(key))));
  expect(await reasons()).toEqual(['generation_charge', 'training_charge', 'plan_grant']);
  expect((await caller.get('/me')).body).toMatchObject({ credits: 130 });
  expect(await violations()).toEqual([]);
});

test('with the run and the profile everything of them goes, also what no row ever named', async () => {
  expect((await caller.delete(`/generations/${runId}`)).status).toBe(204);
  expect((await caller.delete(`/ai-profiles/${profileId}`)).status).toBe(204);
  await until('the storage to be empty', async () => ((await storedKeys(product)).length === 0 ? true : null));
  expect(await violations()).toEqual([]);
});

test('with the lease of production the takeover comes within a minute', () => {
  const { jobs } = readConfig(
    Object.fromEntries(Object.entries(product.env).filter(([name]) => !name.startsWith('JOB_'))),
  );
  expect(jobs.leaseMs + ON_TOP_MS).toBeLessThan(60_000);
});
