import { describe, expect, test } from 'vitest';
import { clientOf, errorOf, json } from './support/server.js';

const RUN = { profileId: '0b9c2f4e-1111-4111-8111-111111111111', styleId: '0b9c2f4e-2222-4222-8222-222222222222' };

describe('what passes by itself', () => {
  test.each([
    ['a server that is away', (at: number) => (at === 1 ? 503 : 200)],
    ['a proxy without a server', (at: number) => (at < 3 ? 502 : 200)],
    ['a server that fails', (at: number) => (at === 1 ? 500 : 200)],
    ['a proxy that waited in vain', (at: number) => (at === 1 ? 408 : 200)],
  ])('%s: a reading call is repeated', async (_what, statusAt) => {
    const { client, requests } = await clientOf(
      (_request, response) => json(response, { items: [] }, statusAt(requests.length)),
      { maxRetries: 2 },
    );
    expect(await client.listStyles()).toEqual({ items: [] });
  });

  test('an upload that was too slow, which the server has not taken: sent again, whole; any other failure of an upload is told', async () => {
    const bytes = new Uint8Array(200_000).fill(7);
    const lengths: number[] = [];
    const { client, requests } = await clientOf(
      (_request, response, body) => {
        lengths.push(body.length);
        if (requests.length === 1)
          response
            .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' })
            .end('{"code":"upload_too_slow"}');
        else if (requests.length === 2) json(response, { accepted: true }, 201);
        else response.writeHead(503).end();
      },
      { maxRetries: 2 },
    );
    expect(await client.uploads.photo({ profileId: 'p', file: bytes })).toMatchObject({ accepted: true });
    expect(lengths).toEqual([lengths[0], lengths[0]]);
    expect(await errorOf(client.uploads.photo({ profileId: 'p', file: bytes }))).toMatchObject({ code: 'unavailable' });
    expect(requests).toHaveLength(3);
  });

  test('a lost connection: a command is repeated under the same key', async () => {
    const { client, requests } = await clientOf(
      (request, response) => (requests.length === 1 ? request.socket.destroy() : json(response, { id: 'run' }, 202)),
      { maxRetries: 2 },
    );
    await client.createGeneration({ body: RUN, idempotencyKey: 'intent-1' });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['intent-1', 'intent-1']);
  });

  test('an answer that breaks off: asked again', async () => {
    const { client, requests } = await clientOf(
      (_request, response) => {
        if (requests.length > 1) return json(response, { items: [] });
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"items"');
        setTimeout(() => response.destroy(), 20);
      },
      { maxRetries: 1 },
    );
    expect(await client.listPlans()).toEqual({ items: [] });
  });

  test('the client says how often, and a call may say otherwise', async () => {
    const { client, requests } = await clientOf((_request, response) => response.writeHead(503).end(), {
      maxRetries: 1,
    });
    await errorOf(client.listStyles());
    expect(requests).toHaveLength(2);
    await errorOf(client.listStyles({ maxRetries: 0 }));
    expect(requests).toHaveLength(3);
    await errorOf(client.download('/media/1', { maxRetries: 0 }));
    expect(requests).toHaveLength(4);
  });

  test('as a date, too', async () => {
    const { client } = await clientOf((_request, response) =>
      response.writeHead(429, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() }).end(),
    );
    const { retryAfterSeconds } = await errorOf(client.listStyles());
    expect(retryAfterSeconds).toBeGreaterThan(80);
    expect(retryAfterSeconds).toBeLessThanOrEqual(91);
  });

  test('the server says when: not before', async () => {
    const times: number[] = [];
    const { client } = await clientOf(
      (_request, response) => {
        times.push(performance.now());
        if (times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end('{"code":"rate_limited"}');
        else json(response, { items: [] });
      },
      { maxRetries: 2 },
    );
    await client.listStyles();
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
  });
});

describe('is not repeated', () => {
  const away = (status: number, headers = {}) =>
    clientOf((_request, response) => response.writeHead(status, headers).end(), { maxRetries: 2 });

  test('a command without a key', async () => {
    const { client, requests } = await away(503);
    await errorOf(client.createAiProfile({ body: { name: 'Anna' } }));
    await errorOf(client.deleteGeneration({ path: { id: RUN.profileId } }));
    expect(requests).toHaveLength(2);
  });

  test('what the server has judged', async () => {
    const { client, requests } = await away(409);
    expect(await errorOf(client.createGeneration({ body: RUN, idempotencyKey: 'intent-1' }))).toMatchObject({
      status: 409,
    });
    expect(requests).toHaveLength(1);
  });

  test('what is to be left alone for longer than anybody waits', async () => {
    const { client, requests } = await away(429, { 'retry-after': '3600' });
    expect(await errorOf(client.listStyles())).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(requests).toHaveLength(1);
  });

  test('anything once it is stopped, also between two tries', async () => {
    const stop = new AbortController();
    const { client, requests } = await clientOf(
      (_request, response) => {
        response.writeHead(503).end();
        setTimeout(() => stop.abort(), 30);
      },
      { maxRetries: 5 },
    );
    expect(await errorOf(client.listStyles({ signal: stop.signal }))).toMatchObject({ code: 'aborted' });
    expect(requests).toHaveLength(1);
  });
});
