import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clock, DAY, MINUTE } from '../../src/platform/clock/index.js';
import { SCOPES, type Scope } from '../../src/platform/http/index.js';
import { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits, profileMarkedReady } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', SOCKET_CHECK_MS: '200' } });
});
afterAll(() => product.stop());

interface NewKey {
  key: {
    id: string;
    hint: string;
    scopes: Scope[];
    createdAt: string;
    expiresAt: string | null;
    lastUsedAt: string | null;
  };
  secret: string;
}

const make = (owner: Caller, scopes: readonly Scope[] = SCOPES, rest: object = {}) =>
  owner.post<NewKey>('/api-keys', { name: 'Werkstatt', scopes, ...rest });
const program = (made: { body: NewKey }) => new Caller(product.origin, made.body.secret);

describe('API keys', () => {
  test('act for their owner within their scopes; the secret is shown once and kept as a hash; the owner is told by mail', async () => {
    const owner = await customer(product);
    const me = (await owner.get<{ id: string; email: string }>('/me')).body;
    const made = await make(owner);
    expect(made).toMatchObject({
      status: 201,
      body: { key: { hint: made.body.secret.slice(0, 9), lastUsedAt: null } },
    });
    expect(made.body.secret).toMatch(/^bk_[\w-]{43}$/);
    expect((await program(made).get('/me')).body).toMatchObject({ id: me.id });
    const [listed] = (await owner.get<{ items: NewKey['key'][] }>('/api-keys')).body.items;
    expect(listed!.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain(made.body.secret);
    expect(JSON.stringify(await product.em().execute('select * from api_key'))).not.toContain(made.body.secret);
    expect((await emailsTo(product, me.email, /API-Schlüssel/))[0]!.text).toContain('«Werkstatt»');
  });

  test('a key makes profiles and portraits with the scopes for it, and nothing with the others', async () => {
    const owner = await customer(product);
    await grantCredits(product, owner, 10);
    const profileId = await profileMarkedReady(product, owner);
    const styleId = await anyStyle(owner);
    const reader = program(await make(owner, ['profiles:read', 'generations:read']));
    expect((await reader.get('/ai-profiles')).status).toBe(200);
    expect(await reader.post('/generations', { profileId, styleId })).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', detail: 'needs the scope generations:write' },
    });
    expect(await reader.get('/me')).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const writer = program(await make(owner, ['generations:write']));
    expect((await writer.post('/generations', { profileId, styleId })).status).toBe(202);
  });

  test('what belongs to the person is closed to keys', async () => {
    const owner = await customer(product);
    const key = program(await make(owner));
    for (const [method, path, body] of [
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['GET', '/api-keys'],
      ['POST', '/api-keys', { name: 'x', scopes: ['account:read'] }],
      ['PATCH', '/me', { displayName: 'Fremd' }],
      ['POST', '/me/password', { newPassword: 'Herbstwald-77' }],
      ['GET', '/me/security'],
      ['POST', '/me/exports'],
      ['POST', '/me/deletion', { confirmEmail: 'x@example.org' }],
      ['POST', '/auth/logout'],
      ['POST', '/orders', { kind: 'plan', planId: 'starter', acceptEarlyStart: true, acceptWithdrawalEffect: true }],
      ['POST', '/auth/prove', { method: 'password', value: 'x' }],
    ] as const) {
      expect
        .soft(await key.send(method, path, body), `${method} ${path}`)
        .toMatchObject({ status: 403, body: { code: 'scope_missing', detail: 'not open to API keys' } });
    }
  });

  test('a key ends after 90 days unless its owner says otherwise', async () => {
    const owner = await customer(product);
    const daysOf = async (rest: object) => {
      const { createdAt, expiresAt } = (await make(owner, ['account:read'], rest)).body.key;
      return expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY;
    };
    expect([await daysOf({}), await daysOf({ expiresInDays: 7 }), await daysOf({ expiresInDays: null })]).toEqual([
      90,
      7,
      null,
    ]);
  });

  test('a key is none as a cookie, none when it has expired, none when it was revoked; its socket closes within seconds', async () => {
    const owner = await customer(product);
    const made = await make(owner, ['account:read'], { expiresInDays: 30 });
    const key = program(made);
    expect(
      (await product.anonymous().send('GET', '/me', undefined, { cookie: `bildnis_session=${made.body.secret}` }))
        .status,
    ).toBe(401);
    const socket = io(product.origin, {
      path: '/socket.io',
      transports: ['websocket'],
      auth: { token: made.body.secret },
      reconnection: false,
    });
    await new Promise<void>((resolve) => socket.once('ready', () => resolve()));
    product.api.get(Clock).shift(31 * DAY);
    expect((await key.get('/me')).status).toBe(401);
    product.api.get(Clock).shift(-31 * DAY);
    expect((await key.get('/me')).status).toBe(200);
    expect((await owner.delete(`/api-keys/${made.body.key.id}`)).status).toBe(204);
    await until('the end of the socket', () => (socket.disconnected ? true : null), 5_000);
    expect((await key.get('/me')).status).toBe(401);
    expect((await owner.delete(`/api-keys/${made.body.key.id}`)).status).toBe(404);
  });

  test('a stranger can neither see nor revoke it', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const made = await make(owner);
    expect((await stranger.get('/api-keys')).body).toEqual({ items: [] });
    expect(await stranger.delete(`/api-keys/${made.body.key.id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await program(made).get('/me')).status).toBe(200);
  });

  test('making one needs a fresh proof of identity', async () => {
    const owner = await customer(product);
    product.api.get(Clock).shift(11 * MINUTE);
    try {
      expect(await make(owner)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    } finally {
      product.api.get(Clock).shift(-11 * MINUTE);
    }
    expect((await make(owner)).status).toBe(201);
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['admin'] }, 'scopes.0'],
    ['a scope twice', { scopes: ['account:read', 'account:read'] }, 'scopes'],
    ['an expiry in the past', { expiresInDays: 0 }, 'expiresInDays'],
    ['somebody else as owner', { userId: '00000000-0000-4000-8000-000000000000' }, 'userId'],
  ])('with %s it is refused at the field', async (_what, change, path) => {
    const owner = await customer(product);
    const answer = await owner.post<{ fields: { path: string }[] }>('/api-keys', {
      name: 'Werkstatt',
      scopes: ['account:read'],
      ...change,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields.map((field) => field.path)).toContain(path);
  });

  test('there are at most twenty, also when many are made at once', async () => {
    const owner = await customer(product);
    const answers = await Promise.all(Array.from({ length: 24 }, () => make(owner)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(4);
  });
});
