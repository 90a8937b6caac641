import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startReplicateEmulator } from '../src/replicate/index.js';
import {
  beginPrediction,
  beginTraining,
  download,
  ended,
  openStudio,
  startNeighbour,
  token,
  trainedVersion,
  webhookSecret,
  type Neighbour,
  type Studio,
} from './replicate-world.js';

let folder: string;
let dataFile: string;
let neighbour: Neighbour;
const objections: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replicate-'));
  dataFile = join(folder, 'state.json');
  neighbour = await startNeighbour();
  objections.length = 0;
});

afterEach(async () => {
  await neighbour.stop();
  await rm(folder, { recursive: true, force: true });
  expect(objections, 'objections of the contract').toEqual([]);
});

async function open(port = 0): Promise<Studio> {
  return openStudio({ dataFile, port }, neighbour);
}

async function close(studio: Studio): Promise<number> {
  await studio.stop();
  objections.push(...studio.objections);
  return studio.emulator.port;
}

it('has its versions, pictures, time and webhooks after a restart', async () => {
  const first = await open();
  const version = await trainedVersion(first);
  neighbour.answerWith(500);
  const { body: prediction } = await beginPrediction(
    first,
    version,
    {},
    { webhook: neighbour.webhook, webhook_events_filter: ['completed'] },
  );
  const done = await ended(first, prediction);
  const pictures = await download(done.output!);
  const port = await close(first);

  neighbour.answerWith(200);
  const second = await open(port);
  expect(second.emulator.versions()).toMatchObject([{ id: version, photos: 6 }]);
  expect((await second.call('GET', done.urls.get)).body).toEqual(done);
  expect(await download(done.output!)).toEqual(pictures);
  await second.emulator.webhooksSettled();
  expect(neighbour.messages.map(({ run }) => run.id)).toEqual([done.id]);
  const again = await ended(second, (await beginPrediction(second, version)).body);
  expect(await download(again.output!)).toEqual(pictures);
  await close(second);
});

it('goes on with what was running, even when the link to the photos is dead by then', async () => {
  const first = await open();
  first.emulator.misbehave({ kind: 'slow', milliseconds: 60_000 }, { times: 2 });
  const { body: training } = await beginTraining(first);
  await first.emulator.advance({ seconds: 90 });
  await expect
    .poll(async () => (await first.emulator.keptBytes()).filter((name) => name.startsWith('photo-')).length)
    .toBe(6);
  await expect
    .poll(async () => (await first.emulator.keptBytes()).some((name) => name.startsWith('weights-')))
    .toBe(true);
  const port = await close(first);
  neighbour.withdraw('photos.zip');

  const second = await open(port);
  expect(second.emulator.trainings()).toMatchObject([{ id: training.id, status: 'processing' }]);
  await second.emulator.advance({ seconds: 60 });
  const done = await ended(second, training);
  expect(done).toMatchObject({ status: 'succeeded', error: null });
  expect(done.logs.match(/%\|/g)).toHaveLength(8);
  expect(second.emulator.versions()).toMatchObject([{ photos: 6 }]);
  await close(second);
});

it('says so when its state is damaged, instead of starting anew', async () => {
  await writeFile(dataFile, '{"version":1,');
  await expect(startReplicateEmulator({ token, webhookSecret, dataFile })).rejects.toThrow(
    'cannot be read as the state of the Replicate emulator',
  );
});
