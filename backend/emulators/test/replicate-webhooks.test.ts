import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginPrediction, beginTraining, ended, openStudio, trainedVersion, type Studio } from './replicate-world.js';

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

/** Statuses in the order they were told. */
const told = () => studio.neighbour.messages.map(({ run }) => run.status);

async function runThrough(events: string[] | null = ['start', 'completed']): Promise<void> {
  const more = { webhook: studio.neighbour.webhook, ...(events && { webhook_events_filter: events }) };
  await ended(studio, (await beginPrediction(studio, version, {}, more)).body);
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
  });

  it('tell of output and the end where nothing was asked for, of logs where they were', async () => {
    await runThrough(null);
    expect(told()).toEqual(['succeeded', 'succeeded']);
    studio.neighbour.messages.length = 0;
    studio.emulator.misbehave({ kind: 'slow', milliseconds: 9000 });
    const { body } = await beginPrediction(
      studio,
      version,
      {},
      { webhook: studio.neighbour.webhook, webhook_events_filter: ['logs'] },
    );
    for (let at = 0; at < 19; at++) await studio.emulator.advance({ seconds: 1 });
    await ended(studio, body);
    await studio.emulator.webhooksSettled();
    expect(told()).toEqual(Array.from({ length: 8 }, () => 'processing'));
  });

  it('chatter no more than once in half a second', async () => {
    await runThrough(['logs', 'output', 'completed']);
    expect(told()).toEqual(['processing', 'succeeded']);
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
    studio.neighbour.answerWith(500);
    const { body } = await beginPrediction(
      studio,
      version,
      {},
      { webhook: studio.neighbour.webhook, webhook_events_filter: ['completed'] },
    );
    await ended(studio, body);
    expect(studio.emulator.waitingWebhooks()).toMatchObject([{ run: body.id, event: 'completed' }]);
    studio.neighbour.answerWith(204);
    await studio.emulator.webhooksSettled();
    expect(told()).toEqual(['succeeded']);
    expect(studio.neighbour.attempts.length).toBeGreaterThan(1);
    expect(new Set(studio.neighbour.attempts)).toEqual(new Set([studio.neighbour.messages[0]!.id]));
    studio.neighbour.attempts.length = 0;
    studio.neighbour.answerWith(302);
    await runThrough();
    expect(studio.neighbour.attempts).toHaveLength(8);
    studio.neighbour.answerWith(200);
    await runThrough();
    expect(told()).toEqual(['succeeded', 'processing', 'succeeded']);
  });
});

describe('webhooks gone wrong', () => {
  it('are lost', async () => {
    studio.emulator.misbehave({ kind: 'webhook-lost' }, { event: 'completed' });
    await runThrough();
    expect(told()).toEqual(['processing']);
  });

  it('come twice, under one id', async () => {
    studio.emulator.misbehave({ kind: 'webhook-twice' }, { times: 'always' });
    await runThrough();
    expect(told()).toEqual(['processing', 'processing', 'succeeded', 'succeeded']);
    expect(new Set(studio.neighbour.messages.map(({ id }) => id)).size).toBe(2);
  });

  it('come late', async () => {
    studio.emulator.misbehave({ kind: 'webhook-late', milliseconds: 300 }, { event: 'completed' });
    const from = Date.now();
    await runThrough();
    expect(Date.now() - from).toBeGreaterThanOrEqual(300);
    expect(told()).toEqual(['processing', 'succeeded']);
  });

  it('come in the wrong order', async () => {
    studio.emulator.misbehave({ kind: 'webhook-reordered' });
    await runThrough();
    expect(told()).toEqual(['succeeded', 'processing']);
    expect(studio.neighbour.messages.every(({ genuine }) => genuine)).toBe(true);
  });

  it('come with a forged signature or from long ago, and then no more', async () => {
    studio.emulator.misbehave({ kind: 'webhook-forged' }, { event: 'start' });
    studio.emulator.misbehave({ kind: 'webhook-stale' }, { event: 'completed' });
    await runThrough();
    const [forged, stale] = studio.neighbour.messages;
    expect([forged!.genuine, forged!.age < 5]).toEqual([false, true]);
    expect([stale!.genuine, Math.round(stale!.age / 60)]).toEqual([true, 60]);
    expect(told()).toHaveLength(2);
  });

  it('are held, and released in any order, doubled or left out', async () => {
    studio.emulator.holdWebhooks();
    const more = { webhook: studio.neighbour.webhook, webhook_events_filter: ['start', 'completed'] };
    await ended(studio, (await beginPrediction(studio, version, {}, more)).body);
    const [start, completed] = studio.emulator.waitingWebhooks();
    expect([start!.event, completed!.event, told().length]).toEqual(['start', 'completed', 0]);
    await studio.emulator.releaseWebhooks([completed!.id, completed!.id]);
    expect(told()).toEqual(['succeeded', 'succeeded']);
    await runThrough();
    expect(told().slice(2)).toEqual(['processing', 'succeeded']);
  });
});
