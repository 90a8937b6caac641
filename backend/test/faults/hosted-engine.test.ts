import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, subscriber } from '../support/customers.js';
import { engineRunsOf, providerForgets, runEnd, trainingAsked, trainingEnd } from '../support/hosted-engine.js';
import { storedKeys } from '../support/holdings.js';
import { killProductProcesses, startWorkerProcess, type ProductProcess } from '../support/product-processes.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** Faults 1, 2, 4, 7 and 9 where portraits are made elsewhere. No message of the provider arrives in any of them. */
let product: Product;
/** The one that runs; each test begins with it. */
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

  test('killed between asking for portraits and hearing of them: two predictions, eight portraits', async () => {
    emulator().misbehave({ kind: 'late-answer', milliseconds: 20_000 }, { call: 'POST /v1/predictions', times: 2 });
    const run = await asked();
    await atProvider('the predictions', () => emulator().predictions().length === 2);
    await worker.kill();
    worker = await startWorkerProcess(product);
    expect(await runEnd(caller, run)).toMatchObject({ status: 'completed', portraits: { length: 8 } });
    expect(emulator().predictions()).toHaveLength(2);
  });

  test('killed when half the portraits are stored: only the others are made again, and no file is left over', async () => {
    const before = emulator().predictions().length;
    // The second group takes its time.
    emulator().misbehave({ kind: 'slow', milliseconds: 1500 }, { runs: 'prediction', times: 1 });
    const run = await asked();
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
    expect(await runEnd(caller, run)).toMatchObject({ status: 'completed', portraits: { length: 8 } });
    expect(emulator().predictions().length - before).toBe(2);
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
    expect(files.length / portraits!.count).toBe(7);
  });

  test('asked to end, it leaves at once and fails nothing: its work goes on elsewhere with as many tries as before', async () => {
    emulator().misbehave({ kind: 'slow', milliseconds: 120_000 }, { runs: 'prediction', times: 2 });
    const before = emulator().predictions().length;
    const run = await asked();
    await atProvider('the predictions', () => emulator().predictions().length === before + 2);
    // Long before the predictions would end.
    await worker.terminate();
    expect(emulator().runningCount()).toBe(2);
    const [job] = await product
      .em()
      .execute<{ attempt: number; max_attempts: number; leased_until: Date | null; outcome: string | null }[]>(
        "select * from job where payload->>'generationId' = ? and topic = 'generations.generation_requested'",
        [run],
      );
    expect(job).toMatchObject({ leased_until: null, outcome: null });
    expect(job!.max_attempts - job!.attempt).toBe(3);
    worker = await startWorkerProcess(product);
    await emulator().advance({ seconds: 240 });
    expect(await runEnd(caller, run)).toMatchObject({ status: 'completed', portraits: { length: 8 } });
    expect(emulator().predictions().length - before).toBe(2);
  });
});

describe('a provider in trouble', () => {
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
