import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, expect, test } from 'vitest';
import { createClient, waitForGeneration, waitForProfile } from '../src/index.js';
import { errorOf, json } from './support/server.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A server whose run has the states given, one for each look, the last one for good. */
async function server(states: object[], { live }: { live: boolean }) {
  let looks = 0;
  const http: HttpServer = createServer((_request, response) =>
    json(response, states[Math.min(looks++, states.length - 1)]),
  );
  const io = live ? new Server(http) : null;
  io?.on('connection', (socket) => socket.emit('ready', {}));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  open.push(io ?? http);
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    apiKey: 'bk_test',
    maxRetries: 0,
  });
  return { client, io, looks: () => looks };
}

test('an event ends the wait long before the next look would', async () => {
  const { client, io, looks } = await server(
    [{ status: 'queued' }, { status: 'queued' }, { status: 'completed', portraits: [] }],
    { live: true },
  );
  const waiting = waitForGeneration(client, 'run', {
    onChange: () =>
      looks() === 2 &&
      setTimeout(() => io!.emit('generation.changed', { generationId: 'run', status: 'completed' }), 400),
  });
  expect(await waiting).toMatchObject({ status: 'completed' });
});

test('events of other work are let pass', async () => {
  const { client, io, looks } = await server([{ status: 'queued' }], { live: true });
  const events = setInterval(
    () => io!.emit('generation.changed', { generationId: 'another', status: 'completed' }),
    50,
  );
  expect(await errorOf(waitForGeneration(client, 'run', { timeoutMs: 2_000 }))).toMatchObject({ code: 'timeout' });
  clearInterval(events);
  expect(looks()).toBeLessThanOrEqual(4);
});

test('without live events it looks by itself, and tells what it saw', async () => {
  const { client } = await server([{ status: 'training' }, { status: 'ready' }], { live: false });
  const seen: string[] = [];
  await waitForProfile(client, 'p', { onChange: ({ status }) => seen.push(status) });
  expect(seen).toEqual(['training', 'ready']);
});

test('work that failed is an error with its reason', async () => {
  const { client } = await server([{ status: 'failed', failure: { reason: 'too_few_photos', attemptsLeft: 1 } }], {
    live: false,
  });
  expect(await errorOf(waitForProfile(client, 'p'))).toMatchObject({ code: 'work_failed', detail: 'too_few_photos' });
  expect(await errorOf(waitForGeneration(client, 'run'))).toMatchObject({ code: 'work_failed' });
});

test('can be stopped at any time', async () => {
  const { client } = await server([{ status: 'queued' }], { live: true });
  expect(await errorOf(waitForGeneration(client, 'run', { signal: AbortSignal.timeout(600) }))).toMatchObject({
    code: 'timeout',
  });
  expect(await errorOf(waitForGeneration(client, 'run', { signal: AbortSignal.abort() }))).toMatchObject({
    code: 'aborted',
  });
});
