import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { page } from '../src/replicate/api/paging.js';
import type { WirePrediction, WireTraining } from '../src/replicate/index.js';
import { portraitInputs, trainingInputs, type InputSchema } from '../src/replicate/objects/input-schemas.js';
import { publishedInputs } from './replicate-contract.js';
import {
  beginPrediction,
  beginTraining,
  download,
  ended,
  photoZip,
  startReplicateWorld,
  token,
  trainedVersion,
  webhookSecret,
  zipOf,
} from './replicate-world.js';

const studio = startReplicateWorld();

interface Refused {
  title: string;
  detail: string;
  invalid_fields?: { field: string }[];
}

describe('the account', () => {
  it('is open to the right token only, and to nobody who calls it by another name', async () => {
    const path = '/v1/webhooks/default/secret';
    expect((await studio.call('GET', path)).body).toEqual({ key: webhookSecret });
    for (const authorization of ['', 'Bearer wrong', 'Basic abc'])
      expect((await studio.call('GET', path, undefined, { authorization })).status).toBe(401);
    expect((await studio.call('GET', '/v1/nothing')).status).toBe(404);
    const headers = { host: 'evil.example', authorization: `Bearer ${token}` };
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    request(studio.emulator.url + path, { headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
    expect(await promise).toBe(403);
  });

  it('makes models once, for itself only', async () => {
    const wish = { owner: 'bildnis', name: 'second', visibility: 'private', hardware: 'gpu-t4' };
    const make = (more: object = {}) => studio.call('POST', '/v1/models', { ...wish, ...more });
    expect(await make()).toMatchObject({ status: 201, body: { name: 'second', latest_version: null } });
    expect((await make()).status).toBe(409);
    expect((await make({ owner: 'somebody' })).status).toBe(403);
    expect(await make({ visibility: 'hidden' })).toMatchObject({
      status: 422,
      body: { invalid_fields: [{ field: 'visibility' }] },
    });
  });
});

describe('inputs', () => {
  const published = publishedInputs();

  it.skipIf(!published).each([
    ['training', trainingInputs],
    ['portrait', portraitInputs],
  ] as const)('of a %s are those that were published', (kind, own: InputSchema) => {
    const { properties, required } = published![kind];
    const rules = ['type', 'format', 'minimum', 'maximum', 'enum', 'default'];
    const read = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        Object.fromEntries(rules.filter((rule) => rule in field).map((rule) => [rule, field[rule]])),
      ]),
    );
    const sorted = (fields: object) =>
      JSON.parse(JSON.stringify(fields), (key, value: unknown) =>
        key === 'enum' && Array.isArray(value) ? value.toSorted() : value,
      ) as object;
    expect(sorted(own.fields)).toEqual(sorted(read));
    expect(own.required).toEqual(required);
  });

  it('that are unknown, missing or out of range are refused by name, and nothing begins', async () => {
    const version = await trainedVersion(studio);
    const wrong: [Record<string, unknown>, string[]][] = [
      [{ prompt: undefined }, ['input']],
      [{ number_of_outputs: 4 }, ['input']],
      [{ num_outputs: 5 }, ['input.num_outputs']],
      [{ num_outputs: '4' }, ['input.num_outputs']],
      [{ aspect_ratio: '5:3', output_format: 'gif' }, ['input.aspect_ratio', 'input.output_format']],
      [{ guidance_scale: -1 }, ['input.guidance_scale']],
      [{ seed: 1.5 }, ['input.seed']],
      [{ image: 'not an address' }, ['input.image']],
    ];
    for (const [input, fields] of wrong) {
      const { status, body } = await beginPrediction(studio, version, input);
      const refused = body as unknown as Refused;
      expect([status, refused.title, refused.invalid_fields?.map((one) => one.field)]).toEqual([
        422,
        'Input validation failed',
        fields,
      ]);
    }
    expect((await beginTraining(studio, { input: { steps: 2 } })).body).toMatchObject({
      detail: '- input.steps: Must be greater than or equal to 3\n',
    });
    expect((await beginPrediction(studio, version, {}, { webhook: 'http://example.ch/x' })).status).toBe(422);
    expect((await beginPrediction(studio, version, {}, { surprise: true })).status).toBe(422);
    expect((await beginPrediction(studio, version, {}, {}, { 'cancel-after': '4s' })).status).toBe(400);
    expect((await beginPrediction(studio, studio.emulator.trainer.version)).status).toBe(422);
    expect((await beginTraining(studio, { destination: 'bildnis/nothing' })).status).toBe(404);
    expect((await beginTraining(studio, { destination: 'ostris/flux-dev-lora-trainer' })).status).toBe(404);
    expect([studio.emulator.predictions().length, studio.emulator.trainings().length]).toEqual([0, 1]);
  });
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
    await studio.emulator.advance({ minutes: 6 });
    const done = (await studio.call<WireTraining>('GET', begun.urls.get)).body;
    expect(done).toMatchObject({ status: 'succeeded', error: null, input: { trigger_word: 'PRTXabc' } });
    expect(done.metrics!.predict_time).toBeGreaterThanOrEqual(600);
    expect(done.logs).toContain('| 1000/1000 [');
    expect(studio.emulator.versions()).toMatchObject([{ id: done.output!.version, training: done.id }]);
    expect((await download([done.output!.weights]))[0]).toHaveLength(1024);
    expect(studio.emulator.runningCount()).toBe(0);
  });

  it('fails when its photos cannot be had or are none, and leaves nothing', async () => {
    const photo = Buffer.from('no picture');
    const damaged = Buffer.from(await photoZip()).fill(0, 200, 20_000);
    const offer = (name: string, bytes: Buffer) => studio.neighbour.offer(name, bytes);
    const cases: [string | undefined, RegExp][] = [
      ['http://127.0.0.1:9/photos.zip?signature=secret', /^Could not download http:\/\/127\.0\.0\.1:9\/photos\.zip$/],
      [`${studio.neighbour.webhook}/gone`, /^403 Forbidden for url: /],
      [offer('a.zip', photo), /^input_images must be a zip file$/],
      [offer('b.zip', Buffer.from('PK no archive')), /^input_images must be a zip file$/],
      [offer('c.zip', await zipOf({ 'a.txt': photo })), /^No images found/],
      [offer('d.zip', await zipOf({ 'a.jpg': photo })), /^cannot identify image file 'a.jpg'$/],
      [offer('e.zip', damaged), /./],
      [undefined, /^input_images must be provided$/],
    ];
    for (const [input_images, reason] of cases) {
      const training = await ended(studio, (await beginTraining(studio, { input: { input_images } })).body);
      expect([training.status, training.output]).toEqual(['failed', undefined]);
      expect(training.error).toMatch(reason);
      expect(training.error).not.toContain('secret');
    }
    expect(studio.emulator.versions()).toEqual([]);
    expect(await studio.emulator.keptBytes()).toEqual([]);
  });

  it('can be cancelled while it works, once, and leaves no photo behind', async () => {
    studio.emulator.misbehave({ kind: 'hang' });
    const { body: begun } = await beginTraining(studio);
    await studio.emulator.advance({ seconds: 1 });
    const cancelled = (await studio.call<WireTraining>('POST', begun.urls.cancel)).body;
    expect(cancelled.status).toBe('canceled');
    await studio.emulator.advance({ hours: 1 });
    expect((await studio.call<WireTraining>('POST', begun.urls.cancel)).body).toEqual(cancelled);
    expect(await studio.emulator.keptBytes()).toEqual([]);
  });
});

describe('a prediction', () => {
  it('is ended at its deadline', async () => {
    const version = await trainedVersion(studio);
    studio.emulator.misbehave({ kind: 'hang' });
    const { status, body: working } = await beginPrediction(studio, version, {}, {}, { 'cancel-after': '90s' });
    expect([status, working.status, working.output, working.data_removed]).toEqual([201, 'starting', null, false]);
    expect(Date.parse(working.deadline!) - Date.parse(working.created_at)).toBe(90_000);
    await studio.emulator.advance({ seconds: 80 });
    expect(studio.emulator.runningCount()).toBe(1);
    await studio.emulator.advance({ seconds: 11 });
    const { status: end, output, completed_at: at } = await ended(studio, working);
    expect([end, output, at]).toEqual(['canceled', null, working.deadline]);
  });

  it('gives its pictures to holders of the token, and loses all an hour after it ended', async () => {
    const done = await ended(studio, (await beginPrediction(studio, await trainedVersion(studio))).body);
    expect((await fetch(done.output![0]!)).status).toBe(401);
    const served = await fetch(done.output![0]!, { headers: { authorization: `Bearer ${token}` } });
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await studio.emulator.advance({ minutes: 59 });
    expect(await download(done.output!)).toHaveLength(2);
    await studio.emulator.advance({ minutes: 1 });
    const removed = (await studio.call<WirePrediction>('GET', done.urls.get)).body;
    expect(removed).toMatchObject({ status: 'succeeded', data_removed: true, input: {}, output: null, logs: '' });
    await expect(download(done.output!)).rejects.toThrow('404');
    expect(studio.emulator.trainings()).toMatchObject([{ status: 'succeeded', input: { trigger_word: 'PRTXabc' } }]);
  });
});

describe('versions', () => {
  it('are deleted with everything made with them, also what still runs; those of others are not', async () => {
    const version = await trainedVersion(studio);
    const prediction = await ended(studio, (await beginPrediction(studio, version)).body);
    studio.emulator.misbehave({ kind: 'hang' });
    await beginPrediction(studio, version);
    await studio.emulator.advance({ seconds: 1 });
    expect(studio.emulator.runningCount()).toBe(1);
    const path = `/v1/models/bildnis/portraits/versions/${version}`;
    expect(await studio.call('DELETE', path)).toMatchObject({ status: 202, body: null });
    expect((await studio.call('DELETE', path)).status).toBe(404);
    expect((await studio.call('GET', prediction.urls.get)).status).toBe(404);
    await expect(download(prediction.output!)).rejects.toThrow('404');
    expect([studio.emulator.runningCount(), await studio.emulator.keptBytes()]).toEqual([0, []]);
    expect((await beginPrediction(studio, version)).status).toBe(422);
    const { owner, name, version: foreign } = studio.emulator.trainer;
    expect((await studio.call('DELETE', `/v1/models/${owner}/${name}/versions/${foreign}`)).status).toBe(403);
  });
});

describe('lists', () => {
  it('show runs newest first', async () => {
    studio.emulator.misbehave({ kind: 'slow', milliseconds: 60_000 }, { times: 'always' });
    const made = [(await beginTraining(studio)).body.id, (await beginTraining(studio)).body.id];
    const { body } = await studio.call<{ results: WireTraining[] }>('GET', '/v1/trainings');
    expect(body).toMatchObject({ next: null, previous: null });
    expect(body.results.map(({ id }) => id)).toEqual(made.toReversed());
    expect((await studio.call('GET', '/v1/trainings?cursor=none')).status).toBe(400);
  });

  it('come in pages of a hundred', () => {
    const all = Array.from({ length: 250 }, (_, at) => ({ id: `run${at}` }));
    const first = page(all, new URL('http://x/v1/predictions'));
    const second = page(all, new URL(first.next!));
    const third = page(all, new URL(second.next!));
    expect([first, second, third].flatMap(({ results }) => results)).toEqual(all);
    expect([first.previous, third.next]).toEqual([null, null]);
    expect(page(all, new URL(third.previous!))).toEqual(second);
    expect(page(all, new URL(second.previous!)).results).toEqual(first.results);
  });
});
