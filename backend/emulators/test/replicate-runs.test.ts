import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WirePrediction, WireTraining } from '../src/replicate/index.js';
import {
  beginPrediction,
  beginTraining,
  download,
  ended,
  openStudio,
  photoZip,
  token,
  trainedVersion,
  zipOf,
  type Studio,
} from './replicate-world.js';

let studio: Studio;

beforeEach(async () => {
  studio = await openStudio();
});

afterEach(async () => {
  await studio.stop();
  expect(studio.objections, 'objections of the contract').toEqual([]);
});

describe('a training', () => {
  it('starts, works, and leaves a version of its destination', async () => {
    studio.emulator.misbehave({ kind: 'slow', milliseconds: 600_000 });
    const { status, body: begun } = await beginTraining(studio);
    expect([status, begun.status, begun.logs, begun.output]).toEqual([201, 'starting', '', undefined]);
    await studio.emulator.advance({ minutes: 15 });
    const working = (await studio.call<WireTraining>('GET', begun.urls.get)).body;
    expect(working.status).toBe('processing');
    expect(working.logs).toMatch(/^flux_train_replicate: {2}50%\|#{5} {5}\| 500\/1000 \[/m);
    expect(working.logs).not.toContain('1000/1000');
    await studio.emulator.advance({ minutes: 6 });
    const done = (await studio.call<WireTraining>('GET', begun.urls.get)).body;
    expect(done).toMatchObject({
      status: 'succeeded',
      error: null,
      model: 'ostris/flux-dev-lora-trainer',
      input: { trigger_word: 'PRTXabc' },
    });
    expect(done.metrics!.predict_time).toBeGreaterThanOrEqual(600);
    expect(done.metrics!.total_time).toBeGreaterThanOrEqual(1200);
    expect(done.metrics!.total_time).toBeLessThan(1210);
    expect(done.logs).toContain('| 1000/1000 [');
    expect(studio.emulator.versions()).toMatchObject([{ id: done.output!.version, training: done.id }]);
    expect((await download([done.output!.weights]))[0]).toHaveLength(1024);
    expect(studio.emulator.runningCount()).toBe(0);
  });

  it('fails when its photos cannot be had or are none, and leaves nothing', async () => {
    const photo = Buffer.from('no picture');
    const cases: [Promise<{ body: WireTraining }>, RegExp][] = [
      [
        beginTraining(studio, { input: { input_images: 'http://127.0.0.1:9/photos.zip?signature=secret' } }),
        /^Could not download http:\/\/127\.0\.0\.1:9\/photos\.zip$/,
      ],
      [
        beginTraining(studio, { input: { input_images: `${studio.neighbour.webhook}/gone` } }),
        /^403 Forbidden for url: /,
      ],
      [
        beginTraining(studio, { input: { input_images: studio.neighbour.offer('a.zip', photo) } }),
        /^input_images must be a zip file$/,
      ],
      [
        beginTraining(studio, {
          input: { input_images: studio.neighbour.offer('b.zip', Buffer.from('PK no archive')) },
        }),
        /^input_images must be a zip file$/,
      ],
      [
        beginTraining(studio, {
          input: { input_images: studio.neighbour.offer('c.zip', await zipOf({ 'a.txt': photo })) },
        }),
        /^No images found/,
      ],
      [
        beginTraining(studio, {
          input: { input_images: studio.neighbour.offer('d.zip', await zipOf({ 'a.jpg': photo })) },
        }),
        /^cannot identify image file 'a.jpg'$/,
      ],
      [beginTraining(studio, { input: { input_images: undefined } }), /^input_images must be provided$/],
    ];
    for (const [begun, reason] of cases) {
      const training = await ended(studio, (await begun).body);
      expect([training.status, training.output]).toEqual(['failed', undefined]);
      expect(training.error).toMatch(reason);
      expect(training.error).not.toContain('secret');
    }
    expect(studio.emulator.versions()).toEqual([]);
    expect(await studio.emulator.keptBytes()).toEqual([]);
  });

  it('needs a destination of the own account and a version that trains', async () => {
    expect((await beginTraining(studio, { destination: 'bildnis/nothing' })).status).toBe(404);
    expect((await beginTraining(studio, { destination: 'ostris/flux-dev-lora-trainer' })).status).toBe(404);
    const version = await trainedVersion(studio);
    const body = {
      destination: 'bildnis/portraits',
      input: { input_images: studio.neighbour.offer('photos.zip', await photoZip()) },
    };
    expect((await studio.call('POST', `/v1/models/bildnis/portraits/versions/${version}/trainings`, body)).status).toBe(
      422,
    );
    expect((await beginPrediction(studio, studio.emulator.trainer.version)).status).toBe(422);
  });

  it('can be cancelled while it works, once, and leaves no photo behind', async () => {
    studio.emulator.misbehave({ kind: 'hang' });
    const { body: begun } = await beginTraining(studio);
    await studio.emulator.advance({ seconds: 1 });
    const cancelled = (await studio.call<WireTraining>('POST', begun.urls.cancel)).body;
    expect(cancelled.status).toBe('canceled');
    await studio.emulator.advance({ hours: 1 });
    expect((await studio.call<WireTraining>('POST', begun.urls.cancel)).body).toEqual(cancelled);
    expect(studio.emulator.versions()).toEqual([]);
    expect(await studio.emulator.keptBytes()).toEqual([]);
  });
});

describe('a prediction', () => {
  let version: string;
  beforeEach(async () => {
    version = await trainedVersion(studio);
  });

  it('answers at once, or with the result where the client waits', async () => {
    const { status, body } = await beginPrediction(studio, version);
    expect([status, body.status, body.output, body.data_removed]).toEqual([201, 'starting', null, false]);
    const waited = await beginPrediction(studio, `bildnis/portraits:${version}`, {}, {}, { prefer: 'wait=30' });
    expect([waited.status, waited.body.status, waited.body.output?.length]).toEqual([201, 'succeeded', 2]);
    expect(waited.body.logs).toContain('Using seed: 7\nPrompt: PRTXabc, a portrait\n');
    expect(waited.body.logs).toContain('| 28/28 [');
    studio.emulator.misbehave({ kind: 'hang' });
    const impatient = await beginPrediction(studio, version, {}, {}, { prefer: 'wait=1' });
    expect([impatient.status, impatient.body.status, impatient.body.output]).toEqual([202, 'processing', null]);
  });

  it('is ended at its deadline: aborted before it began, cancelled while it works', async () => {
    studio.emulator.misbehave({ kind: 'hang', stage: 'starting' });
    const waiting = (await beginPrediction(studio, version, {}, {}, { 'cancel-after': '1m30s' })).body;
    studio.emulator.misbehave({ kind: 'hang' });
    const working = (await beginPrediction(studio, version, {}, {}, { 'cancel-after': '90' })).body;
    expect(Date.parse(waiting.deadline!) - Date.parse(waiting.created_at)).toBe(90_000);
    await studio.emulator.advance({ seconds: 80 });
    expect(studio.emulator.runningCount()).toBe(2);
    await studio.emulator.advance({ seconds: 11 });
    const [first, second] = await Promise.all([waiting, working].map((run) => ended(studio, run)));
    expect([first!.status, first!.started_at, first!.completed_at]).toEqual(['aborted', undefined, waiting.deadline]);
    expect([second!.status, second!.output, second!.completed_at]).toEqual(['canceled', null, working.deadline]);
    const done = await ended(
      studio,
      (await beginPrediction(studio, version, {}, {}, { 'cancel-after': '1h30m45s' })).body,
    );
    expect(done.status).toBe('succeeded');
  });

  it('loses its data and pictures an hour after it ended; a training keeps its own', async () => {
    const done = await ended(studio, (await beginPrediction(studio, version)).body);
    await studio.emulator.advance({ minutes: 59 });
    expect(await download(done.output!)).toHaveLength(2);
    await studio.emulator.advance({ minutes: 1 });
    const removed = (await studio.call<WirePrediction>('GET', done.urls.get)).body;
    expect(removed).toMatchObject({ status: 'succeeded', data_removed: true, input: {}, output: null, logs: '' });
    await expect(download(done.output!)).rejects.toThrow('404');
    expect(studio.emulator.trainings()).toMatchObject([{ status: 'succeeded', input: { trigger_word: 'PRTXabc' } }]);
    expect((await ended(studio, (await beginPrediction(studio, version)).body)).status).toBe('succeeded');
  });

  it('gives its pictures to holders of the token', async () => {
    const done = await ended(studio, (await beginPrediction(studio, version)).body);
    expect((await fetch(done.output![0]!)).status).toBe(401);
    const served = await fetch(done.output![0]!, { headers: { authorization: `Bearer ${token}` } });
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await fetch(`${studio.emulator.url}/delivery/../v1/account`)).status).toBe(401);
  });
});
