import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PortraitEngines, RemoteRunBook, RunUnwanted } from '../../src/integrations/portrait-engine/index.js';
import { checkBooks } from '../../src/invariants/index.js';
import { Clock } from '../../src/platform/clock/index.js';
import type { Caller } from '../support/caller.js';
import { signInAgain } from '../support/billing.js';
import { anyStyle, customer, emailOf, grantCredits, leave } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import {
  engineRunsOf,
  generated,
  providerForgets,
  smallTrainingAsked,
  takeEveryFace,
  trained,
  trainingEnd,
} from '../support/hosted-engine.js';
import { balanceAndLedger, promote, storedKeys } from '../support/holdings.js';
import { contractObserver } from '../../emulators/test/replicate-contract.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

const contract = contractObserver();
let product: Product;
let caller: Caller;
/** A profile that is trained. */
let ready: string;

beforeAll(async () => {
  product = await startProduct({ replicate: contract ? { observe: contract.observe } : true });
  caller = await customer(product);
  await grantCredits(product, caller, 500);
});
afterEach(() => product.replicate!.behave());
afterAll(async () => {
  await product.stop();
  // What we asked and what was answered, against the provider's own description.
  expect(contract?.objections ?? []).toEqual([]);
});

const creditsNow = async () => (await caller.get<{ credits: number }>('/me')).body.credits;

describe('portraits made at a hosted engine', () => {
  let profileId: string;

  test('a training makes one version of our private model, and the photos come back from nowhere', async () => {
    profileId = await trained(caller);
    const [training] = product.replicate!.trainings();
    expect(product.replicate!.trainings()).toHaveLength(1);
    expect(training!.input).toMatchObject({
      trigger_word: expect.stringMatching(/^PRTX[0-9A-F]{12}$/) as string,
      autocaption: true,
      steps: 1000,
      lora_rank: 16,
    });
    expect(Object.keys(training!.input)).not.toContain('hf_repo_id');
    expect(
      product
        .replicate!.versions()
        .filter(({ model }) => model.startsWith('bildnis/'))
        .map(({ photos }) => photos),
    ).toEqual([9]);
    // The lent photos are gone here, and their link is dead.
    expect(await storedKeys(product, 'engine-inputs/')).toEqual([]);
    expect((await fetch(training!.input['input_images'] as string)).status).toBe(404);
    // The receipt names what stays: a version at the provider, no crops here.
    const [receipt] = (await caller.get<{ items: object[] }>('/me/deletion-receipts')).body.items;
    expect(receipt).toMatchObject({
      kind: 'reference_photos',
      rule: 'training_done',
      count: 9,
      model: 'hosted',
      crops: 0,
    });
    const [mail] = await emailsTo(product, await emailOf(caller), /^Ihr Profil ist bereit/);
    expect(mail!.text).toContain('trainiertes Modell bei Replicate (USA)');
    expect(mail!.text).not.toContain('Arbeitsausschnitt');
    expect(await engineRunsOf(product, profileId)).toMatchObject([
      { kind: 'training', status: 'succeeded', usd_micros: expect.any(Number) as number },
    ]);
  });

  test.each([
    ['grey-image', 1, 1],
    ['fewer-images', 4, 1],
    ['corrupt-image', 4, 4],
    ['nsfw', 4, 4],
    ['foreign-host', 4, 4],
  ] as const)('what no customer should see is made again, and only that: %s', async (kind, count, again) => {
    // Whether there is a face is looked at in earnest for two pictures, and then no more.
    if (kind !== 'grey-image') takeEveryFace(product);
    const engine = product.worker!.get(PortraitEngines, { strict: false }).current;
    const [model] = await product
      .em()
      .execute<{ descriptor: object }[]>('select descriptor from trained_model where profile_id = ?', [profileId]);
    product.replicate!.misbehave({ kind }, { runs: 'prediction' });
    const [task, before] = [randomUUID(), product.replicate!.predictions().length];
    const portraits = await engine.generate({
      task,
      descriptor: model!.descriptor,
      readArtifact: () => Promise.reject(new Error('there is none')),
      scene: '',
      prompt: 'in a park',
      seed: 1,
      count,
      onProgress: () => undefined,
    });
    for (const { likeness } of portraits) expect(likeness).toBeGreaterThan(0.7);
    expect(portraits.map(({ index }) => index).toSorted()).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(
      product
        .replicate!.predictions()
        .slice(before)
        .map(({ input }) => input['num_outputs']),
    ).toEqual([count, again]);
    await engine.forget({ tasks: [task], subjectIds: [] });
  });

  test('a run is two predictions of four; what the emulator drew says in every file that it is a sample, and names no trained model', async () => {
    const [before, earlier] = [await creditsNow(), product.replicate!.predictions().length];
    const run = await generated(caller, profileId);
    expect(run).toMatchObject({ status: 'completed', sourceType: 'compositeSynthetic', sample: true });
    expect(run.portraits.map(({ width, height }) => [width, height])).toEqual(
      Array.from({ length: 8 }, () => [256, 320]),
    );
    expect(new Set(run.portraits.map(({ index }) => index)).size).toBe(8);
    const [best] = run.portraits;
    for (const link of [best!.downloadUrl, best!.previewUrl, ...best!.formats.map(({ downloadUrl }) => downloadUrl)]) {
      const { bytes } = await caller.download(link);
      const xmp = (await sharp(bytes).metadata()).xmp!.toString('utf8');
      expect(xmp).toContain('digitalsourcetype/compositeSynthetic');
      expect(xmp).toContain('xmp:Label="Muster"');
      expect(bytes.toString('latin1')).not.toContain('trainedAlgorithmicMedia');
    }
    const predictions = product.replicate!.predictions().slice(earlier);
    expect(predictions.map(({ input }) => input['num_outputs'])).toEqual([4, 4]);
    expect(new Set(predictions.map(({ input }) => input['seed'])).size).toBe(2);
    expect(predictions[0]!.input).toMatchObject({
      disable_safety_checker: false,
      prompt: expect.stringMatching(/^photo of PRTX[0-9A-F]{12} woman, .*business portrait/) as string,
    });
    expect(await creditsNow()).toBe(before - 10);
    const [cost] = await product
      .em()
      .execute<{ sum: string }[]>('select sum(usd_micros) as sum from engine_run where task = ?', [run.id]);
    expect(Number(cost!.sum)).toBeGreaterThan(0);
  });

  test('what never comes costs nothing: after six predictions the credits are back', async () => {
    product.replicate!.misbehave({ kind: 'nsfw' }, { times: 'always' });
    const [before, predictions] = [await creditsNow(), product.replicate!.predictions().length];
    expect((await generated(caller, profileId)).status).toBe('failed');
    expect(product.replicate!.predictions().length - predictions).toBe(6);
    expect(await creditsNow()).toBe(before);
  });

  test('a run shows what has come while the rest is under way; deleted then, it keeps its credits and none of its files', async () => {
    product.replicate!.misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'prediction', times: 1 });
    const before = await creditsNow();
    const { id } = (await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) }))
      .body;
    const previews = await until(
      'the first previews',
      async () => {
        const { body } = await caller.get<{ previews: { url: string }[] }>(`/generations/${id}`);
        return body.previews.length > 0 ? body.previews : null;
      },
      60_000,
    );
    expect(await sharp((await caller.download(previews[0]!.url)).bytes).metadata()).toMatchObject({
      width: 240,
      height: 300,
    });
    expect((await caller.delete(`/generations/${id}`)).status).toBe(204);
    expect(await creditsNow()).toBe(before - 10);
    await until('the pictures to go', async () =>
      (await storedKeys(product, `portraits/${id}/`)).length === 0 ? true : null,
    );
    expect((await checkBooks(product.em())).filter((line) => line.startsWith('I11 '))).toEqual([]);
  });

  test('deleted, nothing of the profile is left at the provider, however often that refuses at first', async () => {
    product.replicate!.misbehave({ kind: 'server-error', status: 503 }, { call: 'DELETE', times: 3 });
    await caller.delete(`/ai-profiles/${profileId}`);
    await providerForgets(product);
    expect(product.replicate!.versions().filter(({ model }) => model.startsWith('bildnis/'))).toEqual([]);
  });
});

describe('a training', () => {
  const begun = (before: number) =>
    until('the training at the provider', () =>
      Promise.resolve(product.replicate!.trainings().length > before ? true : null),
    );

  test('lends its photos by a link to them alone; whose profile is deleted meanwhile is called off, and leaves nothing', async () => {
    product.replicate!.misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'training' });
    const before = product.replicate!.trainings().length;
    const profileId = await smallTrainingAsked(product, caller);
    await begun(before);
    const link = new URL(product.replicate!.trainings().at(-1)!.input['input_images'] as string);
    const without = (change: (href: string) => string) => fetch(change(link.href)).then(({ status }) => status);
    expect(await without((href) => href)).toBe(200);
    expect(
      await without((href) =>
        href
          .replace(/engine-inputs\/./, 'engine-inputs/0')
          .replace(/engine-inputs\/\w+/, `engine-inputs/${'0'.repeat(40)}`),
      ),
    ).toBe(404);
    expect(await without((href) => href.replace(/signature=..../, 'signature=____'))).toBe(404);
    expect(await without((href) => href.replace(/expires=\d+/, `expires=${Date.now() + 86_400_000}`))).toBe(404);
    expect(await without((href) => href.replace(/\?.*/, ''))).toBe(400);
    product.api.get(Clock).shift(2 * 3_600_000);
    expect(await without((href) => href)).toBe(410);
    product.api.get(Clock).shift(-2 * 3_600_000);

    expect((await caller.delete(`/ai-profiles/${profileId}`)).status).toBe(204);
    await providerForgets(product);
    expect(product.replicate!.trainings().at(-1)!.status).toBe('canceled');
    await until('the lent photos to go', async () =>
      (await storedKeys(product, 'engine-inputs/')).length === 0 ? true : null,
    );
    expect(await engineRunsOf(product, profileId)).toMatchObject([{ is_forgotten: true }]);
  });

  test('that fails twice fails for the customer, who may try again for nothing', async () => {
    product.replicate!.misbehave({ kind: 'fail' }, { runs: 'training', times: 2 });
    const before = await creditsNow();
    ready = await smallTrainingAsked(product, caller);
    expect(await trainingEnd(caller, ready)).toMatchObject({
      status: 'failed',
      failure: { reason: 'engine', attemptsLeft: 2 },
    });
    expect(await caller.post(`/ai-profiles/${ready}/training`)).toMatchObject({ status: 202 });
    expect(await trainingEnd(caller, ready)).toMatchObject({ status: 'ready' });
    expect(await creditsNow()).toBe(before - 100);
    expect((await engineRunsOf(product, ready)).map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded']);
  });
});

test('a task that was called off begins no further run, whoever is still at it', async () => {
  const book = product.worker!.get(RemoteRunBook, { strict: false });
  const run = { kind: 'prediction', task: randomUUID(), subjectId: randomUUID(), positions: [0] } as const;
  const first = await book.note({ ...run, ordinal: 0, positions: [0] });
  await book.amend(first, { isForgotten: true });
  await expect(book.note({ ...run, ordinal: 1, positions: [0] })).rejects.toThrow(RunUnwanted);
  await expect(book.note({ ...run, ordinal: 0, positions: [0] })).rejects.toThrow(RunUnwanted);
  expect(await engineRunsOf(product, run.subjectId)).toHaveLength(1);
});

describe('a training and a run under way at the provider', () => {
  async function begin(): Promise<void> {
    product.replicate!.misbehave({ kind: 'slow', milliseconds: 60_000 }, { times: 'always' });
    await grantCredits(product, caller, 110);
    await smallTrainingAsked(product, caller);
    await running(1);
    await caller.post('/generations', { profileId: ready, styleId: await anyStyle(caller) });
    await running(3);
  }
  const running = (count: number) =>
    until(`${count} under way`, () => (product.replicate!.runningCount() === count ? true : null));

  test('end where their customer is blocked, and are paid back; the trained profile stays', async () => {
    const { id: userId, email } = (await caller.get<{ id: string; email: string }>('/me')).body;
    const before = await creditsNow();
    await begin();
    const admin = await promote(product, await customer(product), { secondFactor: true });
    const reason = 'Verdacht auf Missbrauch';
    expect((await admin.post(`/admin/users/${userId}/block`, { reason })).status).toBe(200);
    await running(0);
    expect(await balanceAndLedger(product, userId)).toEqual({ balance: before + 110, ledger: before + 110 });
    expect(product.replicate!.versions().filter(({ model }) => model.startsWith('bildnis/'))).toHaveLength(1);
    await admin.post(`/admin/users/${userId}/unblock`, { reason: 'Geklärt' });
    caller = await signInAgain(product, email);
  });

  test('go with an account that is deleted, and so do its versions, whatever the worker is at', async () => {
    await begin();
    await leave(caller);
    await providerForgets(product);
  });
});
