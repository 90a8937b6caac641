import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer, PASSWORD } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';

/** Abuse case 7, the other half: pages of partners call the API with a key, and a cookie never opens it to a page of somebody else. */
const FOREIGN = 'https://partner.example';
let product: Product;
let key: string;
let cookie: string;
let token: string;
beforeAll(async () => {
  product = await startProduct({
    env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', PUBLIC_ORIGIN: 'https://bildnis.example' },
  });
  const owner = await customer(product);
  token = owner.token!;
  key = (
    await owner.post<{ secret: string }>('/api-keys', { name: 'Seite', scopes: ['account:read', 'profiles:write'] })
  ).body.secret;
  const { email } = (await owner.get<{ email: string }>('/me')).body;
  const signedIn = await call('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  expect((await call('/me', { headers: { cookie } })).status).toBe(200);
});
afterAll(() => product.stop());

const call = (path: string, init?: RequestInit) => fetch(`${product.origin}/api/v1${path}`, init);
const preflight = (path: string, method: string, names: string) =>
  call(path, {
    method: 'OPTIONS',
    headers: { origin: FOREIGN, 'access-control-request-method': method, 'access-control-request-headers': names },
  });
const corsOf = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const body = JSON.stringify({ name: 'Petra', attestation: { subject: 'self' } });

describe('a page of another origin', () => {
  test('may ask with an Authorization header, and with nothing a browser adds by itself', async () => {
    const allowed = await preflight('/ai-profiles', 'POST', 'authorization,content-type,idempotency-key');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
    expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization, content-type, idempotency-key');
    expect(allowed.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    for (const names of ['content-type', 'x-authorization', ''])
      expect(corsOf(await preflight('/ai-profiles', 'POST', names)), names).toEqual([]);
    expect(
      corsOf(
        await fetch(`${product.origin}/app`, {
          method: 'OPTIONS',
          headers: {
            origin: FOREIGN,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        }),
      ),
    ).toEqual([]);
  });

  test('uses a key and reads the answer, its limits and its number, also of a refusal', async () => {
    const made = await call('/ai-profiles', {
      method: 'POST',
      headers: { origin: FOREIGN, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    const refused = await call('/generations', { headers: { origin: FOREIGN, authorization: `Bearer ${key}` } });
    const unknown = await call('/me', { headers: { origin: FOREIGN, authorization: 'Bearer bk_none' } });
    expect([made.status, refused.status, unknown.status]).toEqual([201, 403, 401]);
    for (const answer of [made, refused, unknown]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id', 'content-disposition'])
        expect(answer.headers.get('access-control-expose-headers')).toContain(name);
    }
  });

  test('a cookie opens nothing to it, alone or beside a bearer that holds nothing', async () => {
    const plain = await call('/me', { headers: { origin: FOREIGN, cookie } });
    expect(corsOf(plain), 'no page may read it').toEqual([]);
    for (const authorization of ['Bearer bk_none', 'Bearer bs_none', `Bearer ${cookie.split('=')[1]}`]) {
      expect((await call('/me', { headers: { origin: FOREIGN, cookie, authorization } })).status, authorization).toBe(
        401,
      );
    }
    for (const authorization of ['Bearer', 'Bearer a b', 'bk_none', 'Basic Ymtfbm9uZQ==']) {
      expect(corsOf(await call('/me', { headers: { origin: FOREIGN, cookie, authorization } })), authorization).toEqual(
        [],
      );
      const changed = await call('/me', {
        method: 'PATCH',
        headers: { origin: FOREIGN, cookie, authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ displayName: 'Fremd' }),
      });
      expect(changed.status, authorization).toBe(403);
      expect(await changed.json()).toMatchObject({ code: 'origin_refused' });
    }
  });

  test('a key beside a cookie is the key: what is closed to keys stays closed', async () => {
    const headers = { origin: FOREIGN, cookie, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    expect((await call('/sessions', { headers })).status).toBe(403);
    expect(
      (await call('/me', { method: 'PATCH', headers, body: JSON.stringify({ displayName: 'Fremd' }) })).status,
    ).toBe(403);
  });

  test('a key opens nothing to it that names no scope: neither signing in nor what needs no session', async () => {
    const headers = { origin: FOREIGN, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    for (const path of [
      '/auth/login',
      '/auth/register',
      '/auth/password-reset',
      '/declarations/cancellations',
      '/webhooks/stripe',
    ]) {
      const answer = await call(path, { method: 'POST', headers, body: '{}' });
      expect(answer.status, path).toBe(403);
      expect(await answer.json(), path).toMatchObject({ code: 'origin_refused' });
    }
    const dead = await call('/auth/login', {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer bk_none' },
      body: '{}',
    });
    expect(dead.status).toBe(401);
  });

  test('the token of a session is for programs: no page reads by it, and none changes anything', async () => {
    const headers = { origin: FOREIGN, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect(corsOf(await call('/me', { headers }))).toEqual([]);
    expect((await call('/ai-profiles', { method: 'POST', headers, body })).status).toBe(403);
  });
});
