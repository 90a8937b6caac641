import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WirePrediction } from '../src/replicate/index.js';
import {
  beginPrediction,
  beginTraining,
  download,
  ended,
  openStudio,
  token,
  trainedVersion,
  type Studio,
} from './replicate-world.js';

let studio: Studio;
let version: string;

beforeEach(async () => {
  studio = await openStudio();
  version = await trainedVersion(studio);
});

afterEach(async () => {
  await studio.stop();
  expect(studio.objections, 'objections of the contract').toEqual([]);
});

async function finished(input: Record<string, unknown> = {}): Promise<WirePrediction> {
  return ended(studio, (await beginPrediction(studio, version, input)).body);
}

describe('answers gone wrong', () => {
  it('ask for patience, and do nothing', async () => {
    studio.emulator.misbehave({ kind: 'rate-limit', retryAfter: 3 }, { times: 2 });
    for (let at = 0; at < 2; at++) {
      const { status, headers, body } = await beginPrediction(studio, version);
      expect([status, headers.get('retry-after'), body]).toMatchObject([429, '3', { retry_after: 3 }]);
    }
    expect(studio.emulator.predictions()).toEqual([]);
    expect((await beginPrediction(studio, version)).status).toBe(201);
  });

  it('fail at the server, for one kind of call only where wished', async () => {
    studio.emulator.misbehave({ kind: 'server-error', status: 503 }, { call: 'POST /v1/predictions', times: 'always' });
    expect((await studio.call('GET', '/v1/account')).status).toBe(200);
    expect((await beginPrediction(studio, version)).status).toBe(503);
    expect((await beginPrediction(studio, version)).status).toBe(503);
    studio.emulator.behave();
    expect((await beginPrediction(studio, version)).status).toBe(201);
    expect(studio.emulator.predictions()).toHaveLength(1);
  });

  it('are lost after everything was done', async () => {
    studio.emulator.misbehave({ kind: 'lose-answer' });
    await expect(beginPrediction(studio, version)).rejects.toThrow('fetch failed');
    const [made] = studio.emulator.predictions();
    expect((await ended(studio, made!)).status).toBe('succeeded');
    const call = studio.emulator.calls().find(({ method, path }) => method === 'POST' && path === '/v1/predictions');
    expect(call).toMatchObject({ status: null, body: { version } });
  });
});

describe('runs gone wrong', () => {
  it('are slow, or hang until they are cancelled', async () => {
    studio.emulator.misbehave({ kind: 'slow', milliseconds: 60_000 }, { runs: 'prediction' });
    const slow = (await beginPrediction(studio, version)).body;
    await studio.emulator.advance({ seconds: 100 });
    expect(studio.emulator.runningCount()).toBe(1);
    await studio.emulator.advance({ seconds: 30 });
    expect((await ended(studio, slow)).metrics!.predict_time).toBe(60);
    studio.emulator.misbehave({ kind: 'hang', stage: 'starting' }, { runs: 'training' });
    const hanging = (await beginTraining(studio)).body;
    await studio.emulator.advance({ days: 3 });
    expect(studio.emulator.trainings().at(-1)!.status).toBe('starting');
    expect((await studio.call('POST', hanging.urls.cancel)).body).toMatchObject({ status: 'canceled' });
  });

  it('fail with a message, or are aborted before they begin', async () => {
    studio.emulator.misbehave({ kind: 'fail' });
    studio.emulator.misbehave({ kind: 'abort' }, { runs: 'training' });
    expect(await finished()).toMatchObject({
      status: 'failed',
      output: null,
      error: expect.stringContaining('out of memory') as string,
    });
    const aborted = await ended(studio, (await beginTraining(studio)).body);
    expect([aborted.status, aborted.started_at, aborted.metrics]).toMatchObject([
      'aborted',
      undefined,
      { total_time: 0.01 },
    ]);
    expect((await finished()).status).toBe('succeeded');
  });

  it('fail in the words of the model when nothing may be shown', async () => {
    studio.emulator.misbehave({ kind: 'nsfw' });
    expect(await finished()).toMatchObject({
      status: 'failed',
      error: 'NSFW content detected. Try running it again, or try a different prompt.',
    });
  });
});

describe('pictures gone wrong', () => {
  it('are missing', async () => {
    studio.emulator.misbehave({ kind: 'fewer-images', missing: 1 });
    expect(await finished({ num_outputs: 4 })).toMatchObject({
      status: 'succeeded',
      output: expect.objectContaining({ length: 3 }) as object,
    });
  });

  it('are no pictures at all', async () => {
    studio.emulator.misbehave({ kind: 'corrupt-image' });
    const [bytes] = await download((await finished()).output!);
    expect(bytes!.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow();
  });

  it('show nobody', async () => {
    studio.emulator.misbehave({ kind: 'grey-image' });
    const [bytes] = await download((await finished()).output!);
    const { channels } = await sharp(bytes).stats();
    expect(channels.map(({ min, max }) => [min, max])).toEqual([
      [128, 128],
      [128, 128],
      [128, 128],
    ]);
  });

  it('lie at a stranger’s', async () => {
    studio.emulator.misbehave({ kind: 'foreign-host', origin: 'https://evil.example' });
    expect((await finished()).output!.map((address) => new URL(address).origin)).toEqual([
      'https://evil.example',
      'https://evil.example',
    ]);
    studio.emulator.misbehave({ kind: 'foreign-host' }, { runs: 'prediction' });
    expect(new URL((await finished()).output![0]!).hostname).toBe('delivery.invalid');
  });
});

describe('the control route', () => {
  it('asks for the token', async () => {
    const answer = await fetch(`${studio.emulator.url}/control/state`, { headers: { authorization: 'Bearer wrong' } });
    expect(answer.status).toBe(401);
    expect((await studio.call('GET', '/control/nothing')).status).toBe(404);
  });

  it('plans misbehaviour, moves the clock and looks inside from another process', async () => {
    const planned = await studio.call('POST', '/control/misbehaviour', {
      misbehaviour: { kind: 'hang' },
      scope: { runs: 'prediction' },
    });
    expect(planned.body).toEqual({
      planned: [{ kind: 'hang', stage: 'processing', scope: { times: 1, runs: 'prediction' } }],
    });
    expect((await studio.call('POST', '/control/misbehaviour', { misbehaviour: { kind: 'explode' } })).status).toBe(
      422,
    );
    await beginPrediction(studio, version);
    const before = studio.emulator.now().getTime();
    const { body } = await studio.call<{ now: string }>('POST', '/control/clock', { hours: 2 });
    expect(Date.parse(body.now) - before).toBeGreaterThanOrEqual(7_200_000);
    expect((await studio.call('GET', '/control/state')).body).toMatchObject({
      running: 1,
      versions: [{ id: version }],
      predictions: [{ status: 'processing' }],
      files: [],
    });
    await studio.call('POST', '/control/misbehaviour', { misbehaviour: { kind: 'nsfw' }, scope: { times: 'always' } });
    expect((await studio.call('DELETE', '/control/misbehaviour')).body).toEqual({ planned: [] });
    expect((await finished()).status).toBe('succeeded');
  });

  it('holds webhooks and releases them in another order', async () => {
    await studio.call('POST', '/control/webhooks/hold');
    const { body: run } = await beginPrediction(
      studio,
      version,
      {},
      { webhook: studio.neighbour.webhook, webhook_events_filter: ['start', 'completed'] },
    );
    await ended(studio, run);
    const { waiting } = (await studio.call<{ waiting: { id: string }[] }>('GET', '/control/webhooks')).body;
    expect(waiting).toMatchObject([
      { run: run.id, event: 'start' },
      { run: run.id, event: 'completed' },
    ]);
    await studio.call('POST', '/control/webhooks/release', { order: waiting.map(({ id }) => id).toReversed() });
    expect(studio.neighbour.messages.map((one) => one.run.status)).toEqual(['succeeded', 'processing']);
  });
});

it('answers nobody who calls it by another name', async () => {
  const { request } = await import('node:http');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: 'evil.example', authorization: `Bearer ${token}` };
    request(`${studio.emulator.url}/v1/account`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});
