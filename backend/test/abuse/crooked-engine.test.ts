import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { anyStyle, customer, PASSWORD, subscriber } from '../support/customers.js';
import {
  engineRunsOf,
  generated,
  providerForgets,
  runEnd,
  trained,
  trainingAsked,
  trainingEnd,
} from '../support/hosted-engine.js';
import { idOf, jobsOf, promote, storedKeys } from '../support/holdings.js';
import { OwnRedis } from '../support/own-redis.js';
import { referencePhotos } from '../support/photos.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';
import { CrookedProvider, rewrite } from '../support/crooked-provider.js';

/** What a provider, or a moment, may do to runs that are made elsewhere, beyond what its contract allows. */
let product: Product;
let provider: CrookedProvider;
let caller: Caller;
/** Nobody looks at what comes of them. */
let smallPhotos: Buffer[];

beforeAll(async () => {
  smallPhotos = await Promise.all(
    (await referencePhotos()).slice(0, 8).map((photo) => sharp(photo).resize(160).jpeg().toBuffer()),
  );
  provider = await CrookedProvider.start();
  product = await startProduct({ replicate: true, env: { REPLICATE_API_URL: provider.url, LOG_LEVEL: 'silent' } });
  provider.leadTo(product.replicate!);
});
beforeEach(async () => {
  // Enough for what one test does.
  if (!caller || (await credits()) < 200) caller = await subscriber(product, 'business');
});
afterEach(async () => {
  provider.behave();
  emulator().behave();
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
});

const emulator = () => product.replicate!;
const credits = async (of = caller) => (await of.get<{ credits: number }>('/me')).body.credits;
const versions = () =>
  emulator()
    .versions()
    .filter(({ model }) => model.startsWith('bildnis/'));
const remove = async (profileId: string) => {
  await caller.delete(`/ai-profiles/${profileId}`);
  await providerForgets(product);
};
const book = () => product.worker!.get(RemoteRunBook, { strict: false });
const inputs = () => product.worker!.get(TrainingInputs, { strict: false });
const client = () =>
  new ReplicateClient({ apiUrl: provider.url, token: product.config.engine.replicate!.token, backoffMs: 5 });
const warnings: string[] = [];

/** An engine as the worker has it, so that two of them can be at the same work, or be configured otherwise. */
function engine(change: { name?: string; usdPerSecond?: number; acceptsSamples?: boolean } = {}): ReplicateEngine {
  const settings = product.config.engine.replicate!;
  const examine = () => Promise.resolve({ faces: 1, face: { x: 128, y: 120, height: 90 }, likeness: 0.9, eyes: 0.3 });
  const needs = {
    book: book(),
    inputs: inputs(),
    news: product.worker!.get(RunNews, { strict: false }),
    examine,
    warn: (message: string) => void warnings.push(message),
  };
  return new ReplicateEngine(
    {
      ...settings,
      model: { owner: 'bildnis', name: change.name ?? 'portraits' },
      usdPerSecond: change.usdPerSecond ?? settings.usdPerSecond,
      acceptsSamples: change.acceptsSamples ?? settings.acceptsSamples,
      width: 256,
    },
    needs,
  );
}

async function train(by: ReplicateEngine, task: string, subjectId: string): Promise<TrainedModel> {
  const analysis = { quality: 0.8, faceHeight: 400, yaw: 0, roll: 0, embedding: '', perceptualHash: '0'.repeat(16) };
  const photos = smallPhotos.map((bytes, index) => ({
    id: String(index),
    analysis,
    read: () => Promise.resolve(bytes),
  }));
  return by.train({ task, subject: { id: subjectId, gender: 'female' }, photos, onProgress: () => undefined });
}

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

describe('what others do with the same account', () => {
  test('holds nothing up: runs of other models answer in other shapes', async () => {
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
    const profileId = await trained(caller);
    expect(await generated(caller, profileId)).toMatchObject({ status: 'completed', portraits: { length: 8 } });
    await remove(profileId);
  });
});

test('where the provider itself is configured, a sample is refused and never sold as a portrait', async () => {
  const subjectId = randomUUID();
  const by = engine({ acceptsSamples: false });
  const { descriptor } = await train(by, randomUUID(), subjectId);
  const delivered: number[] = [];
  const task = randomUUID();
  const run = by.generate({
    task,
    descriptor,
    readArtifact: () => Promise.reject(new Error('there is none')),
    scene: '',
    prompt: 'in a park',
    seed: 1,
    count: 1,
    onProgress: () => undefined,
    onPortrait: ({ index }) => void delivered.push(index),
  });
  await expect(run).rejects.toThrow('1 portraits are missing after 6 predictions');
  expect(delivered).toEqual([]);
  expect(warnings.filter((line) => line.includes('it is a sample'))).toHaveLength(6);
  await by.forget({ tasks: [task], subjectIds: [subjectId] });
});

describe('a list of runs', () => {
  const known = { since: new Date(), known: { name: 'seed', value: -1 } };

  test('that goes on elsewhere is not followed: the token is for the provider alone', async () => {
    const heard: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.end('{"results": []}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    provider.add({
      call: /^GET \/v1\/predictions/,
      answer: rewrite(() => ({
        results: [],
        next: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1/predictions`,
      })),
    });
    await expect(client().find('prediction', known)).rejects.toThrow(ReplicateRefused);
    expect(heard).toEqual([]);
    await new Promise((resolve) => elsewhere.close(resolve));
  });

  test('that never ends is left: nobody waits in it for ever', async () => {
    let pages = 0;
    provider.add({
      call: /^GET \/v1\/predictions/,
      before: () => void (pages += 1),
      answer: () => ({
        status: 200,
        type: 'application/json',
        body: Buffer.from(JSON.stringify({ results: [], next: `${provider.url}/v1/predictions?cursor=again` })),
      }),
    });
    await expect(client().find('prediction', known)).rejects.toThrow('does not end');
    expect(pages).toBeLessThan(500);
  }, 30_000);
});

describe('an answer that is none', () => {
  test('a page of a proxy instead of JSON is an outage, no verdict: the same attempt goes on', async () => {
    provider.add({
      call: /^GET \/v1\/trainings/,
      times: 3,
      answer: () => ({ status: 200, type: 'text/html', body: Buffer.from('<h1>Maintenance</h1>') }),
    });
    const profileId = await trained(caller);
    expect(await jobsOf(product, 'ai-profiles.training_requested', 'profileId', profileId)).toMatchObject([
      { attempt: 1, outcome: 'done' },
    ]);
    await remove(profileId);
  });

  test('a provider whose clock is hours behind trains all the same', async () => {
    const behind = rewrite((run) => ({ ...run, created_at: new Date(Date.now() - 3 * HOUR).toISOString() }));
    emulator().misbehave({ kind: 'slow', milliseconds: 400 }, { runs: 'training', times: 'always' });
    provider.add({ call: /^(GET \/v1\/trainings\/|POST \/v1\/models\/ostris)/, answer: behind });
    const before = emulator().trainings().length;
    const profileId = await trained(caller);
    expect(
      emulator()
        .trainings()
        .slice(before)
        .map(({ status }) => status),
    ).toEqual(['succeeded']);
    await remove(profileId);
  });
});

describe('words of the provider', () => {
  const secret = 'signature=abcDEF123';
  const message = `HTTPError: 403 Client Error: Forbidden for url: https://bildnis.example/api/v1/engine-inputs/0a1b?expires=1&${secret} with url: /api/v1/engine-inputs/0a1b?expires=1&${secret} and token r8_abcdefghijklmnop`;

  test('about a training are kept without links that open photos', async () => {
    emulator().misbehave({ kind: 'fail', message }, { runs: 'training' });
    const failure = await train(engine(), randomUUID(), randomUUID()).catch((error: Error) => error.message);
    expect(failure).toMatch(/^the training ended as failed: HTTPError: 403/);
    expect(failure).not.toMatch(/signature|expires|engine-inputs|r8_/);
  });

  test('about a run, or a refusal, are logged without them either', async () => {
    warnings.length = 0;
    const subjectId = randomUUID();
    const { descriptor } = await train(engine(), randomUUID(), subjectId);
    emulator().misbehave({ kind: 'fail', message }, { runs: 'prediction', times: 2 });
    await engine().generate({
      task: randomUUID(),
      descriptor,
      readArtifact: () => Promise.reject(new Error('none')),
      scene: 'corporate',
      prompt: 'in front of a wall',
      seed: 1,
      count: 8,
      onProgress: () => undefined,
    });
    await engine().forget({ tasks: [], subjectIds: [subjectId] });
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).toMatch(/ended as failed: HTTPError: 403/);
    expect(warnings.join()).not.toMatch(/signature|expires|engine-inputs|r8_/);
    expect(new ReplicateRefused(422, message).message).not.toMatch(/signature|expires|engine-inputs|r8_/);
  });
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
    expect(
      emulator()
        .trainings()
        .find(({ id }) => id === begun.id),
    ).toMatchObject({ status: 'canceled' });
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
    expect(
      emulator()
        .trainings()
        .find(({ id }) => id === second.id),
    ).toMatchObject({ status: 'canceled' });
    provider.behave();
    await engine().forget({ tasks: [], subjectIds: [subjectId] });
    expect(
      emulator()
        .trainings()
        .find(({ id }) => id === first.id),
    ).toMatchObject({ status: 'canceled' });
  });

  test('has cost what it has cost', async () => {
    emulator().misbehave({ kind: 'slow', milliseconds: 300 }, { runs: 'training' });
    const run = await noted(randomUUID());
    const begun = await beginUnseen(run);
    await book().amend(run, { providerId: begun.id });
    await until('some work', () =>
      emulator()
        .trainings()
        .find(({ id }) => id === begun.id)!.status === 'processing'
        ? true
        : null,
    );
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
  let profileId: string;
  beforeAll(async () => {
    caller = await subscriber(product, 'business');
    profileId = await trained(caller);
  });
  const counted = async () => {
    const before = emulator().predictions().length;
    const run = await generated(caller, profileId);
    const [job] = await jobsOf(product, 'generations.generation_requested', 'generationId', run.id);
    return { status: run.status, predictions: emulator().predictions().length - before, attempts: job!.attempt };
  };

  test('that are gone are made again; the run does not fail of them', async () => {
    provider.add({
      call: /^GET \/delivery\/.*out-1/,
      times: 1,
      answer: () => ({ status: 404, type: 'text/plain', body: Buffer.from('gone') }),
    });
    expect(await counted()).toEqual({ status: 'completed', predictions: 3, attempts: 1 });
  });

  test('that cannot be had for a moment are fetched again, within the same attempt', async () => {
    provider.add({
      call: /^GET \/delivery\//,
      times: 4,
      answer: () => ({ status: 503, type: 'text/plain', body: Buffer.from('busy') }),
    });
    expect(await counted()).toEqual({ status: 'completed', predictions: 2, attempts: 1 });
  });

  test('that are drawings which carry a face, not photographs, are not taken', async () => {
    const drawing = (jpeg: Buffer) =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1024" height="1280"><image width="1024" height="1280" xlink:href="data:image/jpeg;base64,${jpeg.toString('base64')}"/></svg>`;
    provider.add({
      call: /^GET \/delivery\/.*out-0/,
      times: 2,
      answer: (answer) => ({ ...answer, body: Buffer.from(drawing(answer.body)) }),
    });
    expect(await counted()).toEqual({ status: 'completed', predictions: 3, attempts: 1 });
  });

  test('of a run that failed leave the storage, also when it was away just then', async () => {
    emulator().misbehave({ kind: 'grey-image' }, { runs: 'prediction', times: 'always' });
    const storage = product.worker!.get(ObjectStorage, { strict: false });
    const away = vi.spyOn(storage, 'deletePrefix').mockRejectedValueOnce(new Error('the storage is away'));
    const run = (await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) })).body
      .id;
    await storage.put(`portraits/${run}/0.jpg`, Buffer.from('a portrait of an earlier attempt'), 'image/jpeg');
    expect(await runEnd(caller, run)).toMatchObject({ status: 'failed' });
    await until('the files to go', async () =>
      (await storedKeys(product, `portraits/${run}/`)).length === 0 ? true : null,
    );
    away.mockRestore();
  });

  test('of a run that was deleted while its worker died go with whoever takes it over', async () => {
    const id = randomUUID();
    await product
      .worker!.get(ObjectStorage, { strict: false })
      .put(`portraits/${id}/0.jpg`, Buffer.from('written late'), 'image/jpeg');
    await product
      .em()
      .transactional((em) => product.api.get(Outbox).add(em, GenerationRequested, { generationId: id }));
    await until('the files to go', async () =>
      (await storedKeys(product, `portraits/${id}/`)).length === 0 ? true : null,
    );
  });

  afterAll(() => remove(profileId));
});

describe('credits', () => {
  test('of a training that outlives its 24 hours come back when it fails then, and its photos go', async () => {
    const before = await credits();
    emulator().misbehave({ kind: 'slow', milliseconds: 1500 }, { runs: 'training', times: 2 });
    emulator().misbehave({ kind: 'fail' }, { runs: 'training', times: 2 });
    const profileId = await trainingAsked(caller);
    await product
      .em()
      .execute("update ai_profile set cycle_started_at = now() - interval '25 hours' where id = ?", [profileId]);
    await product
      .em()
      .execute(
        "update job set run_after = now() where topic = 'ai-profiles.retry_window_closed' and payload->>'profileId' = ?",
        [profileId],
      );
    await until('the end of the 24 hours', async () =>
      (await jobsOf(product, 'ai-profiles.retry_window_closed', 'profileId', profileId))[0]!.finished_at ? true : null,
    );
    expect(await trainingEnd(caller, profileId)).toMatchObject({ status: 'failed', failure: { attemptsLeft: 0 } });
    expect(await credits()).toBe(before);
    await until('the photos to go', async () =>
      (await caller.get<{ photos: object[] }>(`/ai-profiles/${profileId}`)).body.photos.length === 0 ? true : null,
    );
    await remove(profileId);
  });

  test('spent anew after a block are not lost: what the block called off is forgotten, and nothing since', async () => {
    const owner = await subscriber(product, 'business');
    const userId = await idOf(owner);
    emulator().misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'training' });
    const before = emulator().trainings().length;
    const profileId = await trainingAsked(owner);
    await until('the training', () => (emulator().trainings().length > before ? true : null));
    const admin = await promote(product, await customer(product), { secondFactor: true });
    expect((await admin.post(`/admin/users/${userId}/block`, { reason: 'Verdacht auf Missbrauch' })).status).toBe(200);
    await until('the end at the provider', () => (emulator().runningCount() === 0 ? true : null));
    expect((await admin.post(`/admin/users/${userId}/unblock`, { reason: 'War keiner' })).status).toBe(200);
    const { token } = (
      await product
        .anonymous()
        .post<{ token: string }>('/auth/login', { email: await emailOf(userId), password: PASSWORD, session: 'token' })
    ).body;
    const again = new Caller(product.origin, token);
    expect((await again.post(`/ai-profiles/${profileId}/training`)).status).toBe(202);
    expect(await trainingEnd(again, profileId)).toMatchObject({ status: 'ready' });
    await product
      .em()
      .execute(
        "update job set run_after = now() where topic = 'engine-runs.remote_work_discarded' and finished_at is null",
      );
    await until('all that was put off', async () =>
      (
        await product
          .em()
          .execute("select 1 from job where topic = 'engine-runs.remote_work_discarded' and finished_at is null")
      ).length === 0
        ? true
        : null,
    );
    expect(await generated(again, profileId)).toMatchObject({ status: 'completed' });
    await again.delete(`/ai-profiles/${profileId}`);
    await providerForgets(product);
  });

  const emailOf = async (userId: string) =>
    (await product.em().execute<{ email: string }[]>('select email from app_user where id = ?', [userId]))[0]!.email;
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

describe('progress', () => {
  test('does not fall when another attempt begins', async () => {
    const profileId = await trained(caller);
    emulator().misbehave({ kind: 'slow', milliseconds: 700 }, { times: 'always' });
    const run = (await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) })).body
      .id;
    await product.em().execute('update generation set progress_fraction = 0.6 where id = ?', [run]);
    const seen: number[] = [];
    await until(
      'the end',
      async () => {
        const { body } = await caller.get<{ status: string; progress: { fraction: number } | null }>(
          `/generations/${run}`,
        );
        if (body.progress) seen.push(body.progress.fraction);
        return body.status === 'completed' ? true : null;
      },
      60_000,
    );
    expect(seen.length).toBeGreaterThan(3);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0.6);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    await remove(profileId);
  });
});

test('portraits that have appeared stay, also when it takes long to note the first of them', async () => {
  const profileId = await trained(caller);
  const note = EntityManager.prototype.nativeUpdate;
  const slowly = vi.spyOn(EntityManager.prototype, 'nativeUpdate').mockImplementation(async function (
    this: EntityManager,
    ...of: Parameters<typeof note>
  ) {
    if ((of[2] as { previewed?: object[] }).previewed?.length === 1) await pause(1500);
    return note.call(this, ...of);
  });
  const run = (await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) })).body
    .id;
  const shown: number[] = [];
  await until(
    'the end',
    async () => {
      const { body } = await caller.get<{ status: string; previews: object[] }>(`/generations/${run}`);
      if (body.status === 'processing') shown.push(body.previews.length);
      return body.status === 'completed' ? true : null;
    },
    60_000,
  );
  slowly.mockRestore();
  expect(shown.at(-1)).toBeGreaterThan(0);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  await remove(profileId);
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

describe('another engine is chosen', () => {
  const workerWith = (env: Record<string, string | undefined>) => createWorker(readConfig({ ...product.env, ...env }));

  test('while a training is under way: the new one trains, and the old one gives everything back', async () => {
    emulator().misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'training' });
    const profileId = await trainingAsked(caller, 9);
    await until('the training there', () => (emulator().runningCount() === 1 ? true : null));
    await product.worker!.close();
    const studio = await workerWith({ ENGINE: 'studio' });
    expect(await trainingEnd(caller, profileId)).toMatchObject({ status: 'ready' });
    await providerForgets(product);
    expect(await storedKeys(product, 'engine-inputs/')).toEqual([]);
    await caller.delete(`/ai-profiles/${profileId}`);
    await studio.close();
    product.worker = await workerWith({});
  });

  test('and the old one taken away: what it still holds of somebody is not held to be gone', async () => {
    const profileId = await trained(caller);
    await product.worker!.close();
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
    await product
      .em()
      .execute(
        "update job set run_after = now() where topic = 'engine-runs.remote_work_discarded' and finished_at is null",
      );
    await providerForgets(product);
    expect(await engineRunsOf(product, profileId)).toMatchObject([{ is_forgotten: true }]);
  });
});
