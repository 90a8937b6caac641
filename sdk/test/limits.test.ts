import { describe, expect, test } from 'vitest';
import type { Client, CallSettings } from '../src/index.js';
import { clientOf, errorOf } from './support/server.js';

/** Every way to the server: what changes nothing, what does, a file that is sent and one that is fetched. */
const WAYS: Record<string, (client: Client, settings: CallSettings) => Promise<unknown>> = {
  'a reading call': (client, settings) => client.listStyles(settings),
  'a command': (client, settings) => client.createAiProfile({ body: { name: 'Anna' }, ...settings }),
  'a command with a key': (client, settings) =>
    client.startTraining({ path: { id: 'p' }, idempotencyKey: 'intent-1', ...settings }),
  'an upload': (client, settings) => client.uploads.photo({ profileId: 'p', file: new Blob(['x']), ...settings }),
  'an upload with progress': (client, settings) =>
    client.uploads.photo({ profileId: 'p', file: new Blob(['x']), onProgress: () => undefined, ...settings }),
  'a download': (client, settings) => client.download('/media/1', settings),
};
const ways = Object.entries(WAYS);

describe('a server that takes a call and says nothing', () => {
  const silent = () => clientOf(() => undefined);

  test.each(ways)('is waited for no longer than told: %s', async (_what, call) => {
    const { client, requests } = await silent();
    expect(await errorOf(call(client, { timeout: 300 }))).toMatchObject({ code: 'timeout', status: 0 });
    expect(requests).toHaveLength(1);
  });

  test.each(ways)('a signal with a time limit ends it as `timeout`, and for good: %s', async (_what, call) => {
    const { client, requests } = await silent();
    const error = await errorOf(call(client, { signal: AbortSignal.timeout(300), maxRetries: 3 }));
    expect(error).toMatchObject({ code: 'timeout', status: 0 });
    expect(requests).toHaveLength(1);
  });

  test.each(ways)('a reason of the program’s own ends it as `aborted`, and is its cause: %s', async (_what, call) => {
    const { client } = await silent();
    const stop = new AbortController();
    const reason = new Error('the user left');
    setTimeout(() => stop.abort(reason), 300);
    expect(await errorOf(call(client, { signal: stop.signal }))).toMatchObject({ code: 'aborted', cause: reason });
  });
});

test('what is safe to repeat is repeated after a silence, a command is not', async () => {
  const { client, requests } = await clientOf((_request, response) => {
    if (requests.length > 1) response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
  });
  expect(await client.listStyles({ timeout: 300, maxRetries: 1 })).toEqual({ items: [] });
  const other = await clientOf(() => undefined, { maxRetries: 2, timeout: 300 });
  await errorOf(other.client.createAiProfile({ body: { name: 'Anna' } }));
  expect(other.requests).toHaveLength(1);
});

test('an answer that begins and then stops is ended, too; a file that is fetched may take its time', async () => {
  const { client } = await clientOf((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"items"');
    if (request.url === '/media/1') setTimeout(() => response.end(':[]}'), 700);
  });
  expect(await errorOf(client.listStyles({ timeout: 300 }))).toMatchObject({ code: 'timeout' });
  const response = await client.download('/media/1', { timeout: 300 });
  expect(await response.text()).toBe('{"items":[]}');
});

test('a file that is fetched can be stopped amid its body', async () => {
  const { client } = await clientOf((_request, response) => response.writeHead(200).write('x'));
  const stop = new AbortController();
  const response = await client.download('/media/1', { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 30);
  await expect(response.text()).rejects.toThrow('enough');
});

test('a file is not asked for once the program has stopped', async () => {
  const { client, requests } = await clientOf((_request, response) => response.end('x'));
  const error = await errorOf(client.download('/media/1', { signal: AbortSignal.abort() }));
  expect([error.code, requests.length]).toEqual(['aborted', 0]);
});

test('a time that no timer can count is for ever', async () => {
  const { client } = await clientOf((_request, response) => response.writeHead(204).end(), { timeout: Infinity });
  expect(await client.logout()).toBeUndefined();
});
