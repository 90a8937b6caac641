import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWorker } from '../../src/app/worker.js';
import { RunNewsService } from '../../src/engine-runs/run-news.service.js';
import { readConfig } from '../../src/config/index.js';
import { GenerationRequested } from '../../src/generations/generations.events.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import {
  RemoteRunBook,
  RunNews,
  TrainingInputs,
  type RemoteRun,
  type TrainedModel,
} from '../../src/integrations/portrait-engine/index.js';
import { ReplicateClient } from '../../src/integrations/portrait-engine/replicate/client.js';
import { ReplicateRefused } from '../../src/integrations/portrait-engine/replicate/errors.js';
import { ReplicateEngine } from '../../src/integrations/portrait-engine/replicate/index.js';
import { knownInput, triggerWordOf } from '../../src/integrations/portrait-engine/replicate/recognition.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { DAY, HOUR } from '../../src/platform/clock/index.js';
import { JobRunner, Outbox } from '../../src/platform/queue/index.js';
import { connectRedis } from '../../src/platform/queue/redis.js';
import { Caller } from '../support/caller.js';
import { anyStyle, customer, emailOf, PASSWORD, subscriber } from '../support/customers.js';
import {
  engineRunsOf,
  everyFace,
  generated,
  runEnd,
  smallPhoto,
  smallTrainingAsked,
  takeEveryFace,
  trainingEnd,
} from '../support/hosted-engine.js';
import { idOf, jobsOf, promote, storedKeys } from '../support/holdings.js';
import { OwnRedis } from '../support/own-redis.js';
import { hurry } from '../support/quick-engine.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';
import { CrookedProvider, rewrite } from '../support/crooked-provider.js';

/**
 * What a provider, or a moment, may do to runs that are made elsewhere, beyond what its contract allows. Nobody looks at faces here: every
 * picture that decodes is taken for one of the person.
 */
let product: Product;
let provider: CrookedProvider;
let caller: Caller;
let photo: Buffer;
/** Trained for the caller. */
let profileId: string;
/** Of a model that belongs to no profile. */
let descriptor: TrainedModel['descriptor'];

beforeAll(async () => {
  photo = await smallPhoto();
  provider = await CrookedProvider.start();
  product = await startProduct({
    replicate: true,
    env: { REPLICATE_API_URL: provider.url, ENGINE_PORTRAIT_WIDTH: '128', LOG_LEVEL: 'silent' },
  });
  provider.leadTo(product.replicate!);
  takeEveryFace(product);
  caller = await subscriber(product, 'business');
  profileId = await trained();
  ({ descriptor } = await train(engine(), randomUUID(), randomUUID()));
});
afterEach(() => {
  provider.behave();
  emulator().behave();
});
afterAll(async () => {
  // Whatever one of them had left amiss would still be.
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
  await product.stop();
  await provider.stop();
});

const emulator = () => product.replicate!;
const credits = async () => (await caller.get<{ credits: number }>('/me')).body.credits;
const versions = () =>
  emulator()
    .versions()
    .filter(({ model }) => model.startsWith('bildnis/'));
const training = (id: string) =>
  emulator()
    .trainings()
    .find((one) => one.id === id)!;

const trainingAsked = () => smallTrainingAsked(product, caller);
async function trained(): Promise<string> {
  const id = await trainingAsked();
  expect(await trainingEnd(caller, id)).toMatchObject({ status: 'ready' });
  return id;
}
const runAsked = async () =>
  (await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) })).body.id;

/** Until all that was put off is forgotten. */
async function discardNow(): Promise<void> {
  const put = "topic = 'engine-runs.remote_work_discarded' and finished_at is null";
  await product.em().execute(`update job set run_after = now() where ${put}`);
  await until('all that was put off', async () =>
    (await product.em().execute(`select 1 from job where ${put}`)).length === 0 ? true : null,
  );
}

const storage = () => product.worker!.get(ObjectStorage, { strict: false });
const book = () => product.worker!.get(RemoteRunBook, { strict: false });
const inputs = () => product.worker!.get(TrainingInputs, { strict: false });
const client = () =>
  new ReplicateClient({ apiUrl: provider.url, token: product.config.engine.replicate!.token, backoffMs: 5 });
const warnings: string[] = [];

/** An engine as the worker has it, so that two of them can be at the same work, or be configured otherwise. */
function engine(change: { name?: string; usdPerSecond?: number; acceptsSamples?: boolean } = {}): ReplicateEngine {
  const settings = product.config.engine.replicate!;
  const needs = {
    book: book(),
    inputs: inputs(),
    news: product.worker!.get(RunNews, { strict: false }),
    examine: everyFace,
    warn: (message: string) => void warnings.push(message),
  };
  return new ReplicateEngine(
    {
      ...settings,
      model: { owner: 'bildnis', name: change.name ?? 'portraits' },
      usdPerSecond: change.usdPerSecond ?? settings.usdPerSecond,
      acceptsSamples: change.acceptsSamples ?? settings.acceptsSamples,
      width: 128,
    },
    needs,
  );
}

async function train(by: ReplicateEngine, task: string, subjectId: string): Promise<TrainedModel> {
  const analysis = { quality: 0.8, faceHeight: 400, yaw: 0, roll: 0, embedding: '', perceptualHash: '0'.repeat(16) };
  const photos = Array.from({ length: 8 }, (_, index) => ({
    id: String(index),
    analysis,
    read: () => Promise.resolve(photo),
  }));
  return by.train({ task, subject: { id: subjectId, gender: 'female' }, photos, onProgress: () => undefined });
}

/** A run of portraits as the worker begins it. */
const generate = (by: ReplicateEngine, more: Partial<Parameters<ReplicateEngine['generate']>[0]> = {}) =>
  by.generate({
    task: randomUUID(),
    descriptor,
    readArtifact: () => Promise.reject(new Error('there is none')),
    scene: '',
    prompt: 'in a park',
    seed: 1,
    count: 8,
    onProgress: () => undefined,
    ...more,
  });

const noted = (task: string, subjectId: string = randomUUID()): Promise<RemoteRun> =>
  book().note({ kind: 'training', task, ordinal: 0, subjectId, positions: [] });
const zipOf = async (task: string) => inputs().offer(task, Buffer.from('photos of somebody'));

/** Begins a run at the provider that we have noted, as a worker does that dies before it can tell. */
async function beginUnseen(run: RemoteRun) {
  const { trainer, model } = product.config.engine.replicate!;
  await client().ensureModel(model, 'gpu-h100');
  return client().train(trainer, model, {
    input: { input_images: await zipOf(run.task), trigger_word: triggerWordOf(run) },
    webhook: null,
    since: run.createdAt,
    known: knownInput(run),
  });
}

test('what others do with the same account holds nothing up: runs of other models answer in other shapes', async () => {
  const foreign = {
    id: 'of-somebody-else',
    model: 'a/b',
    version: 'c',
    input: { text: 'Hello' },
    output: 'Hello, too',
    status: 'succeeded',
    created_at: new Date().toISOString(),
  };
  const beside = rewrite((list) => ({ ...list, results: [foreign, ...(list['results'] as object[])] }));
  provider.add({ call: /^GET \/v1\/(trainings|predictions)(\?|$)/, answer: beside });
  await train(engine(), randomUUID(), randomUUID());
  expect(await generate(engine())).toHaveLength(8);
});

test('where the provider itself is configured, a sample is refused and never sold as a portrait', async () => {
  const delivered: number[] = [];
  warnings.length = 0;
  const run = generate(engine({ acceptsSamples: false }), {
    count: 1,
    onPortrait: ({ index }) => void delivered.push(index),
  });
  await expect(run).rejects.toThrow('1 portraits are missing after 6 predictions');
  expect(delivered).toEqual([]);
  expect(warnings.filter((line) => line.includes('it is a sample'))).toHaveLength(6);
});

describe('an answer that is none', () => {
  test('a page of a proxy instead of JSON is an outage, no verdict: the same attempt goes on', async () => {
    provider.add({
      call: /^GET \/v1\/trainings/,
      times: 3,
      answer: () => ({ status: 200, type: 'text/html', body: Buffer.from('<h1>Maintenance</h1>') }),
    });
    const id = await trained();
    expect(await jobsOf(product, 'ai-profiles.training_requested', 'profileId', id)).toMatchObject([
      { attempt: 1, outcome: 'done' },
    ]);
  });

  test('a provider whose clock is hours behind trains all the same', async () => {
    const behind = rewrite((run) => ({ ...run, created_at: new Date(Date.now() - 3 * HOUR).toISOString() }));
    emulator().misbehave({ kind: 'slow', milliseconds: 400 }, { runs: 'training', times: 'always' });
    provider.add({ call: /^(GET \/v1\/trainings\/|POST \/v1\/models\/ostris)/, answer: behind });
    const before = emulator().trainings().length;
    await train(engine(), randomUUID(), randomUUID());
    expect(
      emulator()
        .trainings()
        .slice(before)
        .map(({ status }) => status),
    ).toEqual(['succeeded']);
  });
});

test('words of the provider are kept and logged without links that open photos', async () => {
  const secret = 'signature=abcDEF123';
  const message = `HTTPError: 403 Client Error: Forbidden for url: https://bildnis.example/api/v1/engine-inputs/0a1b?expires=1&${secret} with url: /api/v1/engine-inputs/0a1b?expires=1&${secret} and token r8_abcdefghijklmnop`;
  warnings.length = 0;
  emulator().misbehave({ kind: 'fail', message }, { runs: 'training' });
  const failure = await train(engine(), randomUUID(), randomUUID()).catch((error: Error) => error.message);
  emulator().misbehave({ kind: 'fail', message }, { runs: 'prediction', times: 2 });
  await generate(engine());
  expect(failure).toMatch(/^the training ended as failed: HTTPError: 403/);
  expect(warnings).toHaveLength(2);
  expect(warnings.join()).toMatch(/ended as failed: HTTPError: 403/);
  for (const words of [failure, warnings.join(), new ReplicateRefused(422, message).message])
    expect(words).not.toMatch(/signature|expires|engine-inputs|r8_/);
});

describe('two attempts at once', () => {
  test('at one training leave one version, and both end with it', async () => {
    const [task, subjectId, before] = [randomUUID(), randomUUID(), versions().length];
    let both = 0;
    // Each has looked for the other's run before either has begun.
    provider.add({
      call: /^POST \/v1\/models\/ostris/,
      times: 2,
      before: async () => void ((both += 1), await until('both', () => (both === 2 ? true : null))),
    });
    emulator().misbehave({ kind: 'slow', milliseconds: 500 }, { runs: 'training', times: 'always' });
    const models = await Promise.all([train(engine(), task, subjectId), train(engine(), task, subjectId)]);
    expect(models[0].descriptor).toEqual(models[1].descriptor);
    expect(versions()).toHaveLength(before + 1);
    expect(
      emulator()
        .trainings()
        .slice(-2)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['canceled', 'succeeded']);
    await engine().forget({ tasks: [], subjectIds: [subjectId] });
    expect(versions()).toHaveLength(before);
  });
});

describe('what is forgotten', () => {
  test('is looked for again by whoever comes later: what began unseen after the first look ends, too', async () => {
    const run = await noted(randomUUID());
    await engine().forget({ tasks: [run.task], subjectIds: [] });
    emulator().misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'training' });
    const begun = await beginUnseen(run);
    await engine().forget({ tasks: [run.task], subjectIds: [] });
    expect(training(begun.id)).toMatchObject({ status: 'canceled' });
    expect(await storedKeys(product, 'engine-inputs/')).toEqual([]);
  });

  test('takes the lent photos back at once, also while the provider is away', async () => {
    const run = await noted(randomUUID());
    await zipOf(run.task);
    provider.add({ call: /./, answer: () => ({ status: 404, type: 'text/html', body: Buffer.from('no such host') }) });
    provider.add({
      call: /^GET \/v1\/trainings/,
      answer: () => ({ status: 401, type: 'application/json', body: Buffer.from('{"detail": "Unauthenticated"}') }),
    });
    await expect(engine().forget({ tasks: [run.task], subjectIds: [] })).rejects.toThrow();
    expect(await storedKeys(product, 'engine-inputs/')).toEqual([]);
  });

  test('goes run by run: one that cannot be reached holds up no other', async () => {
    const subjectId = randomUUID();
    emulator().misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'training', times: 2 });
    const runs = [await noted(`${subjectId}.1`, subjectId), await noted(`${subjectId}.2`, subjectId)];
    const [first, second] = [await beginUnseen(runs[0]!), await beginUnseen(runs[1]!)];
    await book().amend(runs[0]!, { providerId: first.id });
    await book().amend(runs[1]!, { providerId: second.id });
    provider.add({
      call: new RegExp(`^GET /v1/trainings/${first.id}`),
      answer: () => ({ status: 403, type: 'application/json', body: Buffer.from('{"detail": "Forbidden"}') }),
    });
    await expect(engine().forget({ tasks: [], subjectIds: [subjectId] })).rejects.toThrow();
    expect(training(second.id)).toMatchObject({ status: 'canceled' });
    provider.behave();
    await engine().forget({ tasks: [], subjectIds: [subjectId] });
    expect(training(first.id)).toMatchObject({ status: 'canceled' });
  });

  test('has cost what it has cost', async () => {
    emulator().misbehave({ kind: 'slow', milliseconds: 300 }, { runs: 'training' });
    const run = await noted(randomUUID());
    const begun = await beginUnseen(run);
    await book().amend(run, { providerId: begun.id });
    await until('some work', () => (training(begun.id).status === 'processing' ? true : null));
    await engine({ usdPerSecond: 100 }).forget({ tasks: [run.task], subjectIds: [] });
    const [row] = await product
      .em()
      .execute<{ status: string; usd_micros: number | null }[]>(
        'select status, usd_micros from engine_run where id = ?',
        [run.id],
      );
    expect(row).toMatchObject({ status: 'canceled' });
    expect(row!.usd_micros).toBeGreaterThan(0);
  });

  test('goes from the model it was trained in, whichever is configured now', async () => {
    const [subjectId, before] = [randomUUID(), versions().length];
    await train(engine(), randomUUID(), subjectId);
    expect(versions()).toHaveLength(before + 1);
    await engine({ name: 'newer' }).forget({ tasks: [], subjectIds: [subjectId] });
    expect(versions()).toHaveLength(before);
  });
});

describe('pictures', () => {
  test.each([
    ['that are gone are made again; the run does not fail of them', /^GET \/delivery\/.*out-1/, 1, 404, 3],
    ['that cannot be had for a moment are fetched again, within the same attempt', /^GET \/delivery\//, 4, 503, 2],
  ])('%s', async (_what, call, times, status, predictions) => {
    provider.add({ call, times, answer: () => ({ status, type: 'text/plain', body: Buffer.from('none') }) });
    const before = emulator().predictions().length;
    expect(await generate(engine())).toHaveLength(8);
    expect(emulator().predictions().length - before).toBe(predictions);
  });

  test('of a run that failed leave the storage, also when it was away just then', async () => {
    emulator().misbehave({ kind: 'fail' }, { runs: 'prediction', times: 'always' });
    const away = vi.spyOn(storage(), 'deletePrefix').mockRejectedValueOnce(new Error('the storage is away'));
    const run = await runAsked();
    await storage().put(`portraits/${run}/0.jpg`, Buffer.from('a portrait of an earlier attempt'), 'image/jpeg');
    expect(await runEnd(caller, run)).toMatchObject({ status: 'failed' });
    await until('the files to go', async () =>
      (await storedKeys(product, `portraits/${run}/`)).length === 0 ? true : null,
    );
    expect(away).toHaveBeenCalled();
    away.mockRestore();
  });

  test('of a run that was deleted while its worker died go with whoever takes it over', async () => {
    const id = randomUUID();
    await storage().put(`portraits/${id}/0.jpg`, Buffer.from('written late'), 'image/jpeg');
    await product
      .em()
      .transactional((em) => product.api.get(Outbox).add(em, GenerationRequested, { generationId: id }));
    await until('the files to go', async () =>
      (await storedKeys(product, `portraits/${id}/`)).length === 0 ? true : null,
    );
  });
});

describe('credits', () => {
  test('of a training that outlives its 24 hours come back when it fails then, and its photos go', async () => {
    const before = await credits();
    emulator().misbehave({ kind: 'slow', milliseconds: 1500 }, { runs: 'training', times: 2 });
    emulator().misbehave({ kind: 'fail' }, { runs: 'training', times: 2 });
    const id = await trainingAsked();
    await product
      .em()
      .execute("update ai_profile set cycle_started_at = now() - interval '25 hours' where id = ?", [id]);
    await product
      .em()
      .execute(
        "update job set run_after = now() where topic = 'ai-profiles.retry_window_closed' and payload->>'profileId' = ?",
        [id],
      );
    await until('the end of the 24 hours', async () =>
      (await jobsOf(product, 'ai-profiles.retry_window_closed', 'profileId', id))[0]!.finished_at ? true : null,
    );
    expect(await trainingEnd(caller, id)).toMatchObject({ status: 'failed', failure: { attemptsLeft: 0 } });
    expect(await credits()).toBe(before);
    await until('the photos to go', async () =>
      (await caller.get<{ photos: object[] }>(`/ai-profiles/${id}`)).body.photos.length === 0 ? true : null,
    );
  });

  test('spent anew after a block are not lost: what the block called off is forgotten, and nothing since', async () => {
    const [userId, email] = [await idOf(caller), await emailOf(caller)];
    emulator().misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'training' });
    const id = await trainingAsked();
    await until('the training', () => (emulator().runningCount() === 1 ? true : null));
    const admin = await promote(product, await customer(product), { secondFactor: true });
    expect((await admin.post(`/admin/users/${userId}/block`, { reason: 'Verdacht auf Missbrauch' })).status).toBe(200);
    await until('the end at the provider', () => (emulator().runningCount() === 0 ? true : null));
    expect((await admin.post(`/admin/users/${userId}/unblock`, { reason: 'War keiner' })).status).toBe(200);
    const { token } = (
      await product.anonymous().post<{ token: string }>('/auth/login', { email, password: PASSWORD, session: 'token' })
    ).body;
    caller = new Caller(product.origin, token);
    expect((await caller.post(`/ai-profiles/${id}/training`)).status).toBe(202);
    expect(await trainingEnd(caller, id)).toMatchObject({ status: 'ready' });
    await discardNow();
    expect(await generated(caller, id)).toMatchObject({ status: 'completed' });
  });
});

describe('a job that waits for its next try', () => {
  test('is not begun by an older order for it: the pause is kept', async () => {
    const id = (await product
      .em()
      .transactional((em) =>
        product.api
          .get(Outbox)
          .add(em, GenerationRequested, { generationId: randomUUID() }, { runAfter: new Date(Date.now() + DAY) }),
      ))!;
    await product.worker!.get(JobRunner).run(id);
    expect(await product.em().execute('select attempt, finished_at from job where id = ?', [id])).toEqual([
      { attempt: 0, finished_at: null },
    ]);
    await product.em().execute('delete from job where id = ?', [id]);
  });
});

describe('a run', () => {
  /** What its owner sees of it until it has ended well. */
  async function watched<T>(
    run: string,
    look: (view: { progress: { fraction: number } | null; previews: object[] }) => T,
  ) {
    const seen: NonNullable<T>[] = [];
    await until(
      'the end',
      async () => {
        const { body } = await caller.get<{
          status: string;
          progress: { fraction: number } | null;
          previews: object[];
        }>(`/generations/${run}`);
        const now = body.status === 'processing' ? look(body) : null;
        if (now !== null && now !== undefined) seen.push(now);
        return body.status === 'completed' ? true : null;
      },
      60_000,
    );
    return seen;
  }

  test('does not fall back when another attempt begins', async () => {
    emulator().misbehave({ kind: 'slow', milliseconds: 700 }, { times: 'always' });
    const run = await runAsked();
    await product.em().execute('update generation set progress_fraction = 0.6 where id = ?', [run]);
    const seen = await watched(run, ({ progress }) => progress?.fraction);
    expect(seen.length).toBeGreaterThan(3);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0.6);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('keeps the portraits that have appeared, also when it takes long to note the first of them', async () => {
    const note = EntityManager.prototype.nativeUpdate;
    const slowly = vi.spyOn(EntityManager.prototype, 'nativeUpdate').mockImplementation(async function (
      this: EntityManager,
      ...of: Parameters<typeof note>
    ) {
      if ((of[2] as { previewed?: object[] }).previewed?.length === 1) await pause(1500);
      return note.call(this, ...of);
    });
    const shown = await watched(await runAsked(), ({ previews }) => previews.length);
    slowly.mockRestore();
    expect(shown.at(-1)).toBeGreaterThan(0);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  });
});

test('news of runs are heard again after Redis was away when they were first waited for', async () => {
  const redis = await OwnRedis.start();
  const connection = connectRedis(redis.url);
  await redis.kill();
  const news = new RunNewsService(connection);
  await news.next('a-run', 3000);
  await redis.startAgain();
  let heard = false;
  const waiting = news.next('a-run', 15_000).then(() => (heard = true));
  await until(
    'the news',
    async () => {
      await news.announce('a-run');
      return heard || null;
    },
    10_000,
  );
  await waiting;
  news.onApplicationShutdown();
  connection.disconnect();
  await redis.kill();
});

test('another engine is chosen amid a training: it trains, and the old one gives everything back; once that is taken away, what it holds of somebody is not held to be gone', async () => {
  const workerWith = (env: Record<string, string | undefined>) => createWorker(readConfig({ ...product.env, ...env }));
  emulator().misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'training' });
  const before = emulator().runningCount();
  const begun = await trainingAsked();
  await until('the training there', () => (emulator().runningCount() > before ? true : null));
  await product.worker!.close();
  const studio = await workerWith({ ENGINE: 'studio' });
  await hurry(studio);
  expect(await trainingEnd(caller, begun)).toMatchObject({ status: 'ready' });
  await until('the end of the training there', () => (emulator().runningCount() === before ? true : null));
  expect(await engineRunsOf(product, begun)).toMatchObject([{ is_forgotten: true }]);
  expect(await storedKeys(product, 'engine-inputs/')).toEqual([]);
  await studio.close();

  const alone = await workerWith({ ENGINE: 'studio', REPLICATE_API_TOKEN: undefined });
  await caller.delete(`/ai-profiles/${profileId}`);
  const jobs = () =>
    product
      .em()
      .execute<{ finished_at: Date | null; last_error: string | null }[]>(
        "select finished_at, last_error from job where topic = 'engine-runs.remote_work_discarded' and payload->'subjectIds' @> ?::jsonb",
        [JSON.stringify([profileId])],
      );
  await until('a word about it', async () =>
    (await jobs()).some(({ last_error: error }) => error?.includes('not configured')) ? true : null,
  );
  expect((await jobs()).every(({ finished_at: at }) => at === null)).toBe(true);
  await alone.close();
  product.worker = await workerWith({});
  await discardNow();
  expect(await engineRunsOf(product, profileId)).toMatchObject([{ is_forgotten: true }]);
});
