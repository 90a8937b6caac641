import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginPrediction,
  beginTraining,
  download,
  ended,
  startReplicateWorld,
  trainedVersion,
} from './replicate-world.js';

const studio = startReplicateWorld();
let version: string;

beforeEach(async () => {
  version = await trainedVersion(studio);
});

/** Statuses in the order they were told. */
const told = () => studio.neighbour.messages.map(({ run }) => run.status);
const finished = async (input: Record<string, unknown> = {}, more: object = {}) =>
  ended(studio, (await beginPrediction(studio, version, input, { ...more })).body);

async function runThrough(events: string[] | null = ['start', 'completed']): Promise<void> {
  await finished({}, { webhook: studio.neighbour.webhook, ...(events && { webhook_events_filter: events }) });
  await studio.emulator.webhooksSettled();
}

describe('webhooks', () => {
  it('carry the run itself, rightly signed, for the events that were asked for', async () => {
    await runThrough();
    expect(told()).toEqual(['processing', 'succeeded']);
    const [first, last] = studio.neighbour.messages;
    expect(studio.neighbour.messages.map(({ genuine, age }) => [genuine, age < 5])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(first!.id).not.toBe(last!.id);
    expect(last!.run).toEqual((await studio.call('GET', last!.run.urls.get)).body);
    await runThrough(null);
    expect(told().slice(2)).toEqual(['succeeded', 'succeeded']);
  });

  it('chatter of logs no more than once in half a second', async () => {
    studio.emulator.misbehave({ kind: 'slow', milliseconds: 3000 });
    const more = { webhook: studio.neighbour.webhook, webhook_events_filter: ['logs'] };
    const { body } = await beginPrediction(studio, version, {}, more);
    for (let at = 0; at < 8; at++) await studio.emulator.advance({ seconds: 1 });
    await ended(studio, body);
    await studio.emulator.webhooksSettled();
    expect(told().length).toBeGreaterThan(0);
    expect(told().length).toBeLessThanOrEqual(6);
  });

  it('tell of a training, of its failure and its cancellation', async () => {
    const more = { webhook: studio.neighbour.webhook, webhook_events_filter: ['start', 'completed'] };
    studio.emulator.misbehave({ kind: 'fail', message: 'out of memory' });
    await ended(studio, (await beginTraining(studio, more)).body);
    await studio.emulator.webhooksSettled();
    studio.emulator.misbehave({ kind: 'hang' });
    const { body } = await beginTraining(studio, more);
    await studio.emulator.advance({ seconds: 1 });
    await studio.call('POST', body.urls.cancel);
    await studio.emulator.webhooksSettled();
    expect(told()).toEqual(['processing', 'failed', 'processing', 'canceled']);
    expect(studio.neighbour.messages[1]!.run.error).toBe('out of memory');
  });

  it('are tried a few times under the same id, then given up', async () => {
    studio.neighbour.answerWith(302);
    await runThrough(['completed']);
    expect(studio.neighbour.attempts).toHaveLength(4);
    expect(new Set(studio.neighbour.attempts).size).toBe(1);
    studio.neighbour.answerWith(200);
    await runThrough();
    expect(told()).toEqual(['processing', 'succeeded']);
  });

  it.each([
    ['webhook-lost', {}, ['processing']],
    ['webhook-twice', {}, ['processing', 'succeeded', 'succeeded']],
    ['webhook-late', { milliseconds: 300 }, ['processing', 'succeeded']],
  ] as const)('can go wrong: %s', async (kind, more, expected) => {
    const from = Date.now();
    studio.emulator.misbehave({ kind, ...more } as { kind: 'webhook-lost' }, { event: 'completed' });
    await runThrough();
    expect(told()).toEqual(expected);
    if (kind === 'webhook-late') expect(Date.now() - from).toBeGreaterThanOrEqual(300);
  });
});

describe('misbehaviour', () => {
  it('of answers: asking for patience, failing at the server, lost and late', async () => {
    studio.emulator.misbehave({ kind: 'rate-limit', retryAfter: 3 });
    const { status, headers, body } = await beginPrediction(studio, version);
    expect([status, headers.get('retry-after'), body]).toMatchObject([429, '3', { retry_after: 3 }]);
    studio.emulator.misbehave({ kind: 'server-error', status: 503 }, { call: 'POST /v1/predictions', times: 'always' });
    expect((await studio.call('GET', '/v1/predictions')).status).toBe(200);
    expect((await beginPrediction(studio, version)).status).toBe(503);
    expect((await beginPrediction(studio, version)).status).toBe(503);
    studio.emulator.behave();
    expect(studio.emulator.predictions()).toEqual([]);
    studio.emulator.misbehave({ kind: 'lose-answer' });
    await expect(beginPrediction(studio, version)).rejects.toThrow('fetch failed');
    expect(studio.emulator.predictions()).toHaveLength(1);
    studio.emulator.misbehave({ kind: 'late-answer', milliseconds: 200 });
    const from = Date.now();
    await beginPrediction(studio, version);
    expect(Date.now() - from).toBeGreaterThanOrEqual(195);
  });

  it('of runs and their pictures', async () => {
    studio.emulator.misbehave({ kind: 'fail' });
    expect(await finished()).toMatchObject({
      status: 'failed',
      output: null,
      error: expect.stringContaining('out of memory') as string,
    });
    studio.emulator.misbehave({ kind: 'nsfw' });
    expect((await finished()).error).toMatch(/^NSFW content detected/);
    studio.emulator.misbehave({ kind: 'fewer-images' });
    expect((await finished({ num_outputs: 3 })).output).toHaveLength(2);
    studio.emulator.misbehave({ kind: 'corrupt-image' });
    const [corrupt] = await download((await finished()).output!);
    await expect(sharp(corrupt).raw().toBuffer()).rejects.toThrow();
    studio.emulator.misbehave({ kind: 'grey-image' });
    const [grey] = await download((await finished()).output!);
    expect((await sharp(grey).stats()).channels.every(({ min, max }) => min === 128 && max === 128)).toBe(true);
    studio.emulator.misbehave({ kind: 'foreign-host' });
    expect(new URL((await finished()).output![0]!).hostname).toBe('delivery.invalid');
  });

  it('is planned, and its effect looked at, from another process that knows the token', async () => {
    const plan = (body: object, headers = {}) => studio.call('POST', '/control/misbehaviour', body, headers);
    const hang = { misbehaviour: { kind: 'hang' }, scope: { runs: 'prediction' } };
    expect((await plan(hang, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await plan({ misbehaviour: { kind: 'explode' } })).status).toBe(422);
    expect((await studio.call('GET', '/control/nothing')).status).toBe(404);
    expect((await plan(hang)).status).toBe(200);
    await beginPrediction(studio, version);
    await studio.emulator.advance({ hours: 2 });
    expect((await studio.call('GET', '/control/state')).body).toMatchObject({
      running: 1,
      versions: [{ id: version }],
      predictions: [{ status: 'processing' }],
    });
  });
});
