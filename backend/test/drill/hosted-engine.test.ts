import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { createWorker } from '../../src/app/worker.js';
import { facts } from '../../src/facts/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, subscriber } from '../support/customers.js';
import {
  engineRunsOf,
  providerForgets,
  runEnd,
  takeEveryFace,
  trainingAsked,
  trainingEnd,
} from '../support/hosted-engine.js';
import { storedKeys } from '../support/holdings.js';
import { killProductProcesses, startWorkerProcess, type ProductProcess } from '../support/product-processes.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** Faults 1, 2, 4, 7 and 9 where portraits are made elsewhere. No message of the provider arrives in any of them. */
let product: Product;
/** The process that runs; each test of a worker that ends begins with it. */
let worker: ProductProcess;
let caller: Caller;
let profileId: string;

beforeAll(async () => {
  product = await startProduct({ worker: false, replicate: true, env: { JOB_LEASE_MS: '2000' } });
  product.replicate!.misbehave({ kind: 'webhook-lost' }, { times: 'always' });
  worker = await startWorkerProcess(product);
  caller = await subscriber(product, 'business');
});
afterEach(async () => {
  product.replicate!.behave();
  product.replicate!.misbehave({ kind: 'webhook-lost' }, { times: 'always' });
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
});
afterAll(async () => {
  await killProductProcesses();
  await product.worker?.close();
  await product.stop();
});

const emulator = () => product.replicate!;
const asked = async () =>
  (await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) })).body.id;
const atProvider = (what: string, isThere: () => boolean) =>
  until(what, () => Promise.resolve(isThere() ? true : null), 30_000);
describe('a worker that ends', () => {
  test('killed between asking for a training and hearing of it: the next one finds it, and there is no second', async () => {
    emulator().misbehave({ kind: 'late-answer', milliseconds: 20_000 }, { call: 'POST /v1/models/ostris' });
    profileId = await trainingAsked(caller, 9);
    await atProvider('the training', () => emulator().trainings().length === 1);
    expect(await engineRunsOf(product, profileId)).toMatchObject([{ status: 'noted', provider_id: null }]);
    await worker.kill();
    worker = await startWorkerProcess(product);
    expect(await trainingEnd(caller, profileId)).toMatchObject({ status: 'ready' });
    expect(emulator().trainings()).toHaveLength(1);
    expect(
      emulator()
        .versions()
        .filter(({ model }) => model === 'bildnis/portraits'),
    ).toHaveLength(1);
  });

  test('killed before it hears of the portraits it asked for, killed with half of them stored, then asked to end: two predictions, eight portraits, no file left over', async () => {
    emulator().misbehave({ kind: 'late-answer', milliseconds: 20_000 }, { call: 'POST /v1/predictions', times: 2 });
    // One of the two groups takes its time.
    emulator().misbehave({ kind: 'slow', milliseconds: 120_000 }, { runs: 'prediction', times: 1 });
    const run = await asked();
    await atProvider('the predictions', () => emulator().predictions().length === 2);
    await worker.kill();
    worker = await startWorkerProcess(product);
    const stored = async () =>
      (
        await product
          .em()
          .execute<{ delivered: { index: number; fingerprints: string[] }[] }[]>(
            'select delivered from generation where id = ?',
            [run],
          )
      )[0]!.delivered;
    await until('the first four', async () => ((await stored()).length >= 4 ? true : null), 30_000);
    await worker.kill();
    worker = await startWorkerProcess(product);
    const jobOfRun = async () =>
      (
        await product
          .em()
          .execute<{ attempt: number; max_attempts: number; leased_until: Date | null; outcome: string | null }[]>(
            "select * from job where payload->>'generationId' = ? and topic = 'generations.generation_requested'",
            [run],
          )
      )[0]!;
    await until('the third to be at it', async () => ((await jobOfRun()).attempt === 3 ? true : null), 30_000);
    // Long before the prediction would end. It fails nothing, and its try is not used up: two of three were.
    await worker.terminate();
    expect(emulator().runningCount()).toBe(1);
    const job = await jobOfRun();
    expect(job).toMatchObject({ leased_until: null, outcome: null });
    expect(job.max_attempts - job.attempt).toBe(1);
    worker = await startWorkerProcess(product);
    await emulator().advance({ seconds: 240 });
    expect(await runEnd(caller, run)).toMatchObject({ status: 'completed', portraits: { length: 8 } });
    expect(emulator().predictions()).toHaveLength(2);
    const kept = await product
      .em()
      .execute<{ position: number; bits: string }[]>(
        'select position, bits::text from portrait join portrait_fingerprint f on f.portrait_id = portrait.id where generation_id = ?',
        [run],
      );
    expect(new Set(kept.map(({ position }) => position)).size).toBe(8);
    const [portraits] = await product
      .em()
      .execute<{ count: number }[]>('select count(*)::int as count from portrait where generation_id = ?', [run]);
    // Original, two previews and the cuts of each, nothing else. What was shown meanwhile goes right after.
    const files = await until('the marked previews to go', async () => {
      const keys = await storedKeys(product, `portraits/${run}/`);
      return keys.some((key) => key.endsWith('-marked.webp')) ? null : keys;
    });
    expect(files.length % portraits!.count).toBe(0);
    expect(files.length / portraits!.count).toBe(3 + facts.portraitFormats.length);
  });
});

describe('a provider in trouble', () => {
  // No worker ends here: one in this process will do, which does not look at each picture with the face models.
  beforeAll(async () => {
    await worker.kill();
    product.worker = await createWorker(product.config);
    takeEveryFace(product);
  });

  test('that is busy, or falls over now and then, is asked again', async () => {
    emulator().misbehave({ kind: 'rate-limit', retryAfter: 0 }, { call: 'POST /v1/predictions', times: 2 });
    emulator().misbehave({ kind: 'server-error', status: 503 }, { call: 'POST /v1/predictions', times: 3 });
    emulator().misbehave({ kind: 'server-error', status: 502 }, { call: 'GET /v1/predictions', times: 4 });
    const before = emulator().predictions().length;
    expect(await runEnd(caller, await asked())).toMatchObject({ status: 'completed', portraits: { length: 8 } });
    expect(emulator().predictions().length - before).toBe(2);
  });

  test('that hangs is given up at the deadline and asked anew', async () => {
    emulator().misbehave({ kind: 'hang' }, { runs: 'prediction', times: 1 });
    const before = emulator().predictions().length;
    const run = await asked();
    await atProvider('the predictions', () => emulator().predictions().length === before + 2);
    await emulator().advance({ minutes: 6 });
    expect(await runEnd(caller, run)).toMatchObject({ status: 'completed', portraits: { length: 8 } });
    expect(
      emulator()
        .predictions()
        .slice(before)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(
      ['aborted', 'succeeded', 'succeeded'].map((status) =>
        status === 'aborted' ? expect.stringMatching(/aborted|canceled/) : status,
      ),
    );
  });

  test('that is down for good costs nothing', async () => {
    emulator().misbehave({ kind: 'server-error', status: 503 }, { call: 'POST /v1/predictions', times: 'always' });
    const before = (await caller.get<{ credits: number }>('/me')).body.credits;
    expect(await runEnd(caller, await asked())).toMatchObject({ status: 'failed' });
    expect((await caller.get('/me')).body).toMatchObject({ credits: before });
  });

  test('that tells of everything twice, late, and of what is gone, is not listened to', async () => {
    emulator().behave();
    emulator().misbehave({ kind: 'webhook-twice' }, { times: 'always' });
    emulator().misbehave({ kind: 'webhook-late', milliseconds: 1500 }, { event: 'completed', times: 'always' });
    const run = await asked();
    expect(await runEnd(caller, run)).toMatchObject({ status: 'completed' });
    await caller.delete(`/generations/${run}`);
    await caller.delete(`/ai-profiles/${profileId}`);
    await providerForgets(product);
    await emulator().webhooksSettled();
    expect(await storedKeys(product, `portraits/${run}/`)).toEqual([]);
    expect(await product.em().execute('select 1 from generation where id = ?', [run])).toEqual([]);
    expect(
      emulator()
        .versions()
        .filter(({ model }) => model === 'bildnis/portraits'),
    ).toEqual([]);
  });
});
