import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  AbortedError,
  AuthenticationError,
  BildnisError,
  ConflictError,
  ConnectionError,
  createClient,
  CreditsError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type Client,
  type Schemas,
} from '../src/index.js';
import { clientOf, errorOf, json } from './support/server.js';

describe('client', () => {
  test('parameters, body, token and idempotency key arrive where they belong', async () => {
    const { client, requests } = await clientOf((_request, response) =>
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"x"}'),
    );
    await client.startTraining({ path: { id: 'a/b' }, idempotencyKey: 'key-12345678' });
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/api/v1/ai-profiles/a%2Fb/training' });
    expect(requests[0]!.headers).toMatchObject({ authorization: 'Bearer bs_test', 'idempotency-key': 'key-12345678' });
  });

  test('a problem document becomes an error with its code, fields and request id', async () => {
    const problem = {
      code: 'validation',
      status: 400,
      title: 'validation',
      requestId: 'r-1',
      fields: [{ path: 'email', code: 'invalid', message: 'x' }],
    };
    const { client } = await clientOf((_request, response) =>
      response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem)),
    );
    const error = await errorOf(client.listPlans());
    expect(error).toBeInstanceOf(BildnisError);
    expect(error).toMatchObject({ code: 'validation', status: 400, requestId: 'r-1', fields: problem.fields });
  });

  test.each([
    ['an empty 500', 500, '', 'internal'],
    ['a proxy’s HTML 502', 502, '<html>Bad gateway</html>', 'unavailable'],
    ['a code from a newer server', 418, '{"code":"teapot"}', 'teapot'],
  ])('%s is an error, never a success', async (_what, status, body, code) => {
    const { client } = await clientOf((_request, response) => response.writeHead(status).end(body));
    expect(await errorOf(client.getMe())).toMatchObject({ code, status });
  });

  test('when to come back is told', async () => {
    const { client } = await clientOf((_request, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end('{"code":"rate_limited"}'),
    );
    expect(await errorOf(client.listStyles())).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 7 });
  });

  test('no answer at all is `network`, a stopped call is `aborted`', async () => {
    const { client } = await clientOf((request) => request.socket.destroy());
    expect(await errorOf(client.listPlans())).toMatchObject({ code: 'network', status: 0 });
    expect(await errorOf(client.listPlans({ signal: AbortSignal.abort() }))).toMatchObject({
      code: 'aborted',
      status: 0,
    });
  });

  test('each kind of failure is a class of its own, and says which call it was of', async () => {
    const { client } = await clientOf((request, response) =>
      response.writeHead(Number(request.headers['x-answer']), { 'x-request-id': 'r-7' }).end(),
    );
    for (const [status, kind] of [
      [400, InvalidRequestError],
      [401, AuthenticationError],
      [402, CreditsError],
      [403, PermissionError],
      [404, NotFoundError],
      [409, ConflictError],
      [429, RateLimitError],
      [500, ServerError],
      [503, ServerError],
    ] as const) {
      const error = await errorOf(
        client.getGeneration({ path: { id: 'secret' }, headers: { 'x-answer': String(status) } }),
      );
      expect(error).toBeInstanceOf(kind);
      expect(error).toBeInstanceOf(BildnisError);
      expect(error.call).toEqual({ operation: 'getGeneration', method: 'GET', path: '/api/v1/generations/{id}' });
      expect(error.message).toBe(`${error.code} (getGeneration: GET /api/v1/generations/{id}, request r-7)`);
    }
    const other = createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    expect(await errorOf(other.getMe())).toBeInstanceOf(ConnectionError);
    expect(await errorOf(other.getMe({ signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError);
  });

  test('a 401 is reported once more to whoever wants to know', async () => {
    let ended = 0;
    const { client, baseUrl } = await clientOf((_request, response) =>
      response.writeHead(401).end('{"code":"unauthenticated"}'),
    );
    const other = createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0, onUnauthorized: () => (ended += 1) });
    await errorOf(client.getMe());
    expect(ended).toBe(0);
    await errorOf(other.getMe());
    expect(ended).toBe(0);
    await errorOf(createClient({ baseUrl, onUnauthorized: () => (ended += 1) }).getMe());
    expect(ended).toBe(1);
  });

  test('a key goes to its own server only, wherever a link leads', async () => {
    const { client, requests, baseUrl } = await clientOf((_request, response) => response.end('x'));
    const elsewhere = await clientOf((_request, response) => response.end('x'));
    await client.download('/media/1');
    await client.download(`${baseUrl}/media/2`);
    for (const link of [`${elsewhere.baseUrl}/media/3`, `${elsewhere.baseUrl.replace('http:', '')}/media/4`])
      await client.download(link);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer bs_test', 'Bearer bs_test']);
    expect(elsewhere.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test('nor does what a program adds to every call; a header of its own is not sent twice', async () => {
    const headers = { Authorization: 'Bearer of-a-proxy', 'x-secret': 's' };
    const own = await clientOf((_request, response) => response.end('x'), { headers });
    const elsewhere = await clientOf((_request, response) => response.end('x'));
    await own.client.download('/media/1');
    await own.client.download(`${elsewhere.baseUrl}/media/2`);
    expect(own.requests[0]!.headers).toMatchObject({ authorization: 'Bearer bs_test', 'x-secret': 's' });
    expect(elsewhere.requests[0]!.headers).not.toHaveProperty('x-secret');
    expect(elsewhere.requests[0]!.headers).not.toHaveProperty('authorization');
    expect(() => createClient({ baseUrl: '', headers: { 'x-ü': 'a' } })).toThrow(TypeError);
  });

  test.each([undefined, null, 'nonsense', 'localhost:3000', 'ftp://x', 'https://', 3000])(
    '%j is no address of a server, and that is said at once',
    (baseUrl) => {
      expect(() => createClient({ baseUrl: baseUrl as string })).toThrow(/^baseUrl has to be/);
    },
  );

  test.each(['schlüssel', 'bk_a b', 'bk_a\n'])('%j is no key', (apiKey) => {
    expect(() => createClient({ baseUrl: 'http://localhost', apiKey })).toThrow(TypeError);
  });

  test('an id that is missing never becomes the call of something else', async () => {
    const { client, requests } = await clientOf((_request, response) => json(response, { items: [] }));
    for (const id of ['', undefined, null, 7])
      await expect(client.getAiProfile({ path: { id: id as string } })).rejects.toThrow('getAiProfile needs path.id');
    await expect(client.deletePhoto({ path: { id: 'a', photoId: '' } })).rejects.toThrow(
      'deletePhoto needs path.photoId',
    );
    await expect(client.uploads.photo({ profileId: '', file: new Blob(['x']) })).rejects.toThrow('profileId');
    expect(requests).toHaveLength(0);
  });

  test('types follow the contract', () => {
    expectTypeOf<Awaited<ReturnType<Client['getGeneration']>>>().toEqualTypeOf<Schemas['Generation']>();
    expectTypeOf<Awaited<ReturnType<Client['logout']>>>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<Client['createOrder']>[0]>().toHaveProperty('idempotencyKey').toEqualTypeOf<string>();
    const order = { planId: 'starter', acceptEarlyStart: true, acceptWithdrawalEffect: true } as const;
    // @ts-expect-error an order without a key does not compile
    void ((client: Client) => client.createOrder({ body: order }));
    const unknownPlan = { ...order, planId: 'gratis' } as const;
    // @ts-expect-error nor does an unknown plan
    void ((client: Client) => client.createOrder({ idempotencyKey: 'k', body: unknownPlan }));
  });
});
