import { afterEach, expect, test, vi } from 'vitest';
import type { Deprecation } from '../src/index.js';
import { clientOf, errorOf, json } from './support/server.js';

afterEach(() => vi.restoreAllMocks());

test('an answer comes with its status, its request id and what is left of the budgets', async () => {
  const { client } = await clientOf((_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'x-request-id': 'r-1',
        ratelimit: '"calls";r=299;t=60, "commands";r=119;t=12',
      })
      .end('{"items":[]}'),
  );
  const { data, response, requestId, rateLimits } = await client.listStyles().withResponse();
  expect([data, response.status, requestId]).toEqual([{ items: [] }, 200, 'r-1']);
  expect(rateLimits).toEqual([
    { name: 'calls', remaining: 299, resetSeconds: 60 },
    { name: 'commands', remaining: 119, resetSeconds: 12 },
  ]);
});

test('a refusal is thrown there as well, once', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    const { client } = await clientOf((_request, response) => response.writeHead(404).end());
    expect(await errorOf(client.getMe().withResponse())).toMatchObject({ code: 'not_found' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});

test('a list is gone through over all its pages, with what the call was asked', async () => {
  const { client, requests } = await clientOf((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://localhost');
    const page = Number(searchParams.get('cursor') ?? 0);
    json(response, {
      items: [{ id: `${page}a` }, { id: `${page}b` }],
      nextCursor: page < 2 ? String(page + 1) : null,
    });
  });
  const seen: string[] = [];
  for await (const { id } of client.listGenerations({ query: { limit: 2 } })) seen.push(id);
  expect(seen).toEqual(['0a', '0b', '1a', '1b', '2a', '2b']);
  expect(requests.map(({ url }) => url)).toEqual(
    ['limit=2', 'limit=2&cursor=1', 'limit=2&cursor=2'].map((query) => `/api/v1/generations?${query}`),
  );
});

test('no page is fetched before it is needed', async () => {
  const { client, requests } = await clientOf((_request, response) =>
    json(response, { items: [{ id: 'a' }], nextCursor: 'next' }),
  );
  for await (const run of client.listGenerations()) {
    expect(run.id).toBe('a');
    break;
  }
  expect(requests).toHaveLength(1);
});

test('an operation that is going to end is told of once, whatever it answers', async () => {
  const told: Deprecation[] = [];
  const { client } = await clientOf(
    (request, response) =>
      response
        .writeHead(request.url === '/api/v1/plans' ? 200 : 404, {
          'content-type': 'application/json',
          deprecation: '@1796083200',
          sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
          link: '</api/v1/reference>; rel="deprecation"',
        })
        .end('{"items":[]}'),
    { onDeprecation: (deprecation) => told.push(deprecation) },
  );
  await client.listPlans();
  await client.listPlans();
  await errorOf(client.getMe());
  const sunset = new Date('2027-12-01');
  expect(told).toEqual([
    { operation: 'listPlans', sunset, link: '/api/v1/reference' },
    { operation: 'getMe', sunset, link: '/api/v1/reference' },
  ]);
});

test('unless a program says otherwise, that is a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { client } = await clientOf((_request, response) =>
    response.writeHead(204, { deprecation: '@1796083200', sunset: 'Wed, 01 Dec 2027 00:00:00 GMT' }).end(),
  );
  await client.logout();
  await client.logout();
  expect(warn.mock.calls).toEqual([['Bildnis: logout is deprecated and ends on 2027-12-01']]);
});

test('who calls is told, and what a program adds', async () => {
  const { client, requests } = await clientOf((_request, response) => json(response, { items: [] }), {
    headers: { 'x-of-all': 'a' },
  });
  await client.listStyles({ headers: { 'x-of-one': 'b' } });
  await client.uploads.photo({ profileId: 'p', file: new Blob(['x']) });
  expect(requests[0]!.headers).toMatchObject({
    'user-agent': expect.stringMatching(/^bildnis-sdk\/\d/),
    'x-of-all': 'a',
    'x-of-one': 'b',
    authorization: 'Bearer bs_test',
  });
  expect(requests[1]!.headers).toMatchObject({ 'x-of-all': 'a', authorization: 'Bearer bs_test' });
});
