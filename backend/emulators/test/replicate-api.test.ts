import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { portraitInputs, trainingInputs, type InputSchema } from '../src/replicate/objects/input-schemas.js';
import type { WireFile, WirePrediction, WireTraining } from '../src/replicate/index.js';
import { publishedInputs } from './replicate-contract.js';
import {
  beginPrediction,
  beginTraining,
  download,
  ended,
  openStudio,
  photoZip,
  trainedVersion,
  webhookSecret,
  type Studio,
} from './replicate-world.js';

let studio: Studio;

beforeEach(async () => {
  studio = await openStudio({ pageSize: 2 });
});

afterEach(async () => {
  await studio.stop();
  expect(studio.objections, 'objections of the contract').toEqual([]);
});

interface Refused {
  title: string;
  detail: string;
  status: number;
  invalid_fields?: { field: string }[];
}

describe('the account', () => {
  it('is open to the right token only', async () => {
    expect((await studio.call('GET', '/v1/account')).body).toMatchObject({ type: 'organization', username: 'bildnis' });
    for (const authorization of ['', 'Bearer wrong', 'Basic abc']) {
      const { status, body } = await studio.call<Refused>('GET', '/v1/account', undefined, { authorization });
      expect([status, body.status]).toEqual([401, 401]);
    }
    expect((await studio.call('GET', '/v1/webhooks/default/secret')).body).toEqual({ key: webhookSecret });
    expect((await studio.call('GET', '/v1/nothing')).status).toBe(404);
    expect(studio.emulator.calls().at(-1)).toMatchObject({
      method: 'GET',
      path: '/v1/nothing',
      status: 404,
      body: null,
    });
  });
});

describe('models', () => {
  it('are created once, for the own account only, and private where wished', async () => {
    const wish = { owner: 'bildnis', name: 'second', visibility: 'private', hardware: 'gpu-t4' };
    expect(await studio.call('POST', '/v1/models', wish)).toMatchObject({
      status: 201,
      body: { owner: 'bildnis', name: 'second', latest_version: null },
    });
    expect((await studio.call('POST', '/v1/models', wish)).status).toBe(409);
    expect((await studio.call('POST', '/v1/models', { ...wish, owner: 'somebody' })).status).toBe(403);
    expect(await studio.call('POST', '/v1/models', { ...wish, visibility: 'hidden' })).toMatchObject({
      status: 422,
      body: { invalid_fields: [{ field: 'visibility' }] },
    });
    expect((await studio.call('GET', '/v1/models/bildnis/second')).body).toMatchObject({ visibility: 'private' });
    expect((await studio.call('GET', '/v1/models/bildnis/third')).status).toBe(404);
    const listed = (await studio.call<{ results: { name: string }[] }>('GET', '/v1/models')).body.results;
    expect(listed.map((model) => model.name)).toEqual(['flux-dev-lora-trainer']);
  });

  it('tell what their versions take', async () => {
    const { owner, name, version } = studio.emulator.trainer;
    const { body } = await studio.call<{
      latest_version: { id: string; openapi_schema: { components: { schemas: Record<string, object> } } };
    }>('GET', `/v1/models/${owner}/${name}`);
    expect(body.latest_version.id).toBe(version);
    expect(body.latest_version.openapi_schema.components.schemas.TrainingInput).toMatchObject({
      properties: { lora_rank: { maximum: 128 } },
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
    expect((await beginPrediction(studio, version, {}, {}, { prefer: 'wait=61' })).status).toBe(422);
    expect((await beginPrediction(studio, version, {}, {}, { 'cancel-after': '4s' })).status).toBe(400);
    expect([studio.emulator.predictions().length, studio.emulator.trainings().length]).toEqual([0, 1]);
  });
});

describe('versions', () => {
  it('are listed, read and deleted with everything made with them', async () => {
    const version = await trainedVersion(studio);
    const prediction = await ended(studio, (await beginPrediction(studio, version)).body);
    expect(studio.emulator.versions()).toMatchObject([
      { id: version, model: 'bildnis/portraits', triggerWord: 'PRTXabc', photos: 6 },
    ]);
    const path = '/v1/models/bildnis/portraits/versions';
    expect((await studio.call('GET', path)).body).toMatchObject({ results: [{ id: version }] });
    expect((await studio.call('GET', `${path}/${version}`)).body).toMatchObject({ id: version });
    expect((await studio.call('GET', '/v1/models/bildnis/portraits')).body).toMatchObject({
      latest_version: { id: version },
      run_count: 1,
    });
    expect(await studio.call('DELETE', `${path}/${version}`)).toMatchObject({ status: 202, body: null });
    expect((await studio.call('DELETE', `${path}/${version}`)).status).toBe(404);
    expect((await studio.call('GET', prediction.urls.get)).status).toBe(404);
    await expect(download(prediction.output!)).rejects.toThrow('404');
    expect(await studio.emulator.keptBytes()).toEqual([]);
    expect((await beginPrediction(studio, version)).status).toBe(422);
  });

  it('of others are not to be deleted', async () => {
    const { owner, name, version } = studio.emulator.trainer;
    expect((await studio.call('DELETE', `/v1/models/${owner}/${name}/versions/${version}`)).status).toBe(403);
  });

  it('end what runs on them when they are deleted', async () => {
    const version = await trainedVersion(studio);
    studio.emulator.misbehave({ kind: 'hang' });
    await beginPrediction(studio, version);
    await studio.emulator.advance({ seconds: 1 });
    expect(studio.emulator.runningCount()).toBe(1);
    await expect
      .poll(async () => (await studio.emulator.keptBytes()).filter((name) => name.includes('out-')).length)
      .toBe(2);
    await studio.call('DELETE', `/v1/models/bildnis/portraits/versions/${version}`);
    expect(studio.emulator.runningCount()).toBe(0);
    expect(await studio.emulator.keptBytes()).toEqual([]);
  });
});

describe('files', () => {
  it('are kept for a day, serve as input, and go when deleted', async () => {
    const form = new FormData();
    form.set('content', new File([new Uint8Array(await photoZip())], 'photos.zip', { type: 'application/zip' }));
    form.set('metadata', new Blob(['{"customer":1}'], { type: 'application/json' }));
    const { status, body: file } = await studio.call<WireFile>('POST', '/v1/files', form);
    expect([status, file.size, file.metadata]).toEqual([201, (await photoZip()).length, { customer: 1 }]);
    const training = await ended(
      studio,
      (await beginTraining(studio, { input: { input_images: file.urls.get } })).body,
    );
    expect(training.status).toBe('succeeded');
    expect((await studio.call('GET', '/v1/files')).body).toMatchObject({ results: [{ id: file.id }] });
    expect((await studio.call('DELETE', file.urls.get)).status).toBe(204);
    expect((await studio.call('GET', file.urls.get)).status).toBe(404);
    await studio.call('POST', '/v1/files', form);
    await studio.emulator.advance({ hours: 25 });
    expect(studio.emulator.files()).toEqual([]);
    expect((await studio.call('POST', '/v1/files', new FormData())).status).toBe(422);
  });
});

describe('lists', () => {
  it('show runs newest first, page by page, and by date', async () => {
    const version = await trainedVersion(studio);
    const made: string[] = [];
    let between = '';
    for (let at = 0; at < 5; at++) {
      made.unshift((await beginPrediction(studio, version)).body.id);
      await studio.emulator.advance({ minutes: 1 });
      if (at === 2) between = studio.emulator.now().toISOString();
    }
    type Page = { results: WirePrediction[]; next: string | null; previous: string | null };
    const first = (await studio.call<Page>('GET', '/v1/predictions')).body;
    const second = (await studio.call<Page>('GET', first.next!)).body;
    const third = (await studio.call<Page>('GET', second.next!)).body;
    expect([first, second, third].map((page) => page.results.map((one) => one.id))).toEqual([
      made.slice(0, 2),
      made.slice(2, 4),
      made.slice(4),
    ]);
    expect([first.previous, third.next]).toEqual([null, null]);
    expect((await studio.call<Page>('GET', third.previous!)).body.results).toEqual(second.results);
    expect((await studio.call<Page>('GET', second.previous!)).body.results).toEqual(first.results);
    const later = (await studio.call<Page>('GET', `/v1/predictions?created_after=${encodeURIComponent(between)}`)).body;
    expect(later.results.map((one) => one.id)).toEqual(made.slice(0, 2));
    const earlier = (await studio.call<Page>('GET', `/v1/predictions?created_before=${encodeURIComponent(between)}`))
      .body;
    expect(earlier.results.map((one) => one.id)).toEqual(made.slice(2, 4));
    expect((await studio.call<Page>('GET', '/v1/predictions?source=web')).body.results).toEqual([]);
    expect((await studio.call('GET', '/v1/predictions?cursor=eA')).status).toBe(400);
    expect((await studio.call<{ results: WireTraining[] }>('GET', '/v1/trainings')).body.results).toHaveLength(1);
  });
});
