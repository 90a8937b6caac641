import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { ACCESS_KEY } from '../../src/platform/http/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits, payAtTheTill, profileMarkedReady } from '../support/customers.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { SoftBrowser } from '../support/push-service.js';
import { until } from '../support/until.js';

let product: Product;
useSharedProduct((shared) => (product = shared));

/** A passkey written straight into the database: only its owner matters here. */
async function passkeyOf(owner: Caller): Promise<string> {
  const id = randomUUID();
  const me = (await owner.get<{ id: string }>('/me')).body.id;
  await product
    .em()
    .execute(
      `insert into passkey (id, created_at, user_id, name, credential_id, public_key, transports, backed_up) values (?, now(), ?, 'Laptop', ?, '\\x00', '[]', false)`,
      [id, me, id],
    );
  return id;
}

/** The same for where a browser can be reached: this installation has no keys to send anything with. */
async function pushSubscriptionOf(owner: Caller): Promise<string> {
  const id = randomUUID();
  const me = (await owner.get<{ id: string }>('/me')).body.id;
  await product
    .em()
    .execute(
      `insert into push_subscription (id, created_at, user_id, session_id, endpoint, p256dh, auth, renewed_at) select ?, now(), user_id, id, ?, 'key', 'secret', now() from session where user_id = ?`,
      [id, `https://fcm.googleapis.com/fcm/send/${id}`, me],
    );
  return id;
}

interface Spec {
  paths: Record<
    string,
    Record<string, { operationId: string; security?: object[]; parameters?: { name: string; in: string }[] }>
  >;
}
const spec = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../openapi/openapi.json', import.meta.url)), 'utf8'),
) as Spec;
const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);

/** Every route the server really answers, as Express knows them. */
function servedRoutes(): string[] {
  const router = (
    product.api.getHttpAdapter().getInstance() as {
      router: { stack: { route?: { path: string; methods: Record<string, boolean> } }[] };
    }
  ).router;
  return router.stack.flatMap(({ route }) => {
    // Middleware is registered for every method at once; a handler answers to one (GET also to HEAD).
    if (!route || Object.keys(route.methods).length > 2) return [];
    return Object.keys(route.methods).map(
      (method) => `${method.toUpperCase()} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
  });
}

/** A change that the owner could make. */
function changeOf(path: string, kind: string): object {
  if (path.endsWith('/{photoId}')) return { choice: 'exclude' };
  return kind === 'webhook-endpoints' ? { enabled: false } : { name: 'Fremd' };
}

describe('routes', () => {
  test('the server answers exactly the operations of openapi.json', () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    expect(
      servedRoutes()
        .filter((route) => !route.startsWith('HEAD'))
        .toSorted(),
    ).toEqual(described.toSorted());
    expect(described.length).toBeGreaterThan(30);
  });

  test('every answer carries the security headers', async () => {
    for (const path of ['/styles', '/me', '/nowhere']) {
      const { headers } = await product.anonymous().get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each([
    ['a body that is no JSON', '{', 'application/json', 400],
    ['a body of 1 MB', JSON.stringify({ email: 'x'.repeat(1_000_000) }), 'application/json', 413],
    ['a form in place of JSON', 'email=a@example.org', 'text/plain', 400],
  ])('%s is refused with a problem document', async (_what, body, type, status) => {
    const answer = await fetch(`${product.origin}/api/v1/auth/login`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status, requestId: expect.any(String) });
  });

  test('odd characters in a path are nothing that exists', async () => {
    const caller = await customer(product);
    for (const path of [
      '/styles/%00',
      '/styles/a%20b',
      '/checkout-sessions/%00/order',
      '/checkout-sessions/cs_none/order',
      '/ai-profiles/%00',
      '/generations/..%2f',
    ]) {
      expect((await caller.get(path)).status, path).toBe(404);
    }
  });

  test('marks that flip or hide text are taken out of names, emoji stay whole', async () => {
    const caller = await customer(product);
    const unseen = [
      '\u200d',
      '\ufe0f\u200d',
      '\u061c',
      '\u2060',
      '\u3164',
      '\u115f\u1160',
      '\uffa0',
      '\u2800',
      '\u034f',
      '\u180b',
      '\u{e0100}',
      '\u0301',
      ' \u200d ',
    ];
    for (const name of unseen)
      expect(await caller.post('/ai-profiles', { name }), JSON.stringify(name)).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: [{ path: 'name', code: 'too_small' }] },
      });
    const profile = await caller.post<{ name: string }>('/ai-profiles', { name: ' \u202efdp.exe\u200b <b>=cmd 👩‍💻 ' });
    expect(profile).toMatchObject({ status: 201, body: { name: 'fdp.exe <b>=cmd 👩‍💻' } });
  });

  test('filters as objects are refused', async () => {
    const caller = await customer(product);
    expect((await caller.get('/generations?limit[$gt]=1')).status).toBe(400);
    expect((await caller.get('/generations?limit=1;drop table job')).status).toBe(400);
    expect((await caller.get('/generations?cursor=bm9uc2Vuc2U')).status).toBe(200);
  });

  test('without keys push is not offered, and nothing is noted', async () => {
    const caller = await customer(product);
    expect((await caller.get('/push/key')).body).toEqual({ publicKey: null });
    const { subscription } = new SoftBrowser('fcm.googleapis.com');
    expect(await caller.send('PUT', '/push/subscriptions', subscription)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  test('every handler declares who may call it', () => {
    const reflector = product.api.get(Reflector);
    const undeclared: string[] = [];
    for (const module of product.api.get(ModulesContainer).values()) {
      for (const { instance, metatype } of module.controllers.values()) {
        const prototype = Object.getPrototypeOf(instance) as object;
        for (const name of Object.getOwnPropertyNames(prototype)) {
          const handler: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
          if (name === 'constructor' || typeof handler !== 'function' || !Reflect.hasMetadata('path', handler))
            continue;
          if (!reflector.get(ACCESS_KEY, handler)) undeclared.push(`${metatype?.name}.${name}`);
        }
      }
    }
    expect(undeclared).toEqual([]);
  });

  test.each(operations.filter((operation) => operation.security?.length))(
    'nobody calls $method $path without a session',
    async ({ method, path }) => {
      const answer = await product
        .anonymous()
        .send(method, path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'));
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    },
  );

  test('a stranger’s id answers exactly like a missing one, on every route with an id', async () => {
    const owner = await customer(product);
    await grantCredits(product, owner, 100);
    const profileId = await profileMarkedReady(product, owner);
    const generation = await owner.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(owner) });
    const order = await owner.post<{ id: string; paymentUrl: string }>('/orders', {
      kind: 'plan',
      planId: 'starter',
      acceptEarlyStart: true,
      acceptWithdrawalEffect: true,
    });
    await payAtTheTill(order.body.paymentUrl);
    const first = async (path: string) => (await owner.get<{ items: { id: string }[] }>(path)).body.items[0]!.id;
    const key = await owner.post<{ key: { id: string } }>('/api-keys', { name: 'Werkstatt', scopes: ['account:read'] });
    const exported = await owner.post<{ id: string }>('/me/exports');
    const endpoint = await owner.post<{ endpoint: { id: string } }>('/webhook-endpoints', {
      url: 'https://example.org/hook',
      events: ['profile.ready'],
    });
    const owned: Record<string, string> = {
      'ai-profiles': profileId,
      generations: generation.body.id,
      orders: order.body.id,
      sessions: await first('/sessions'),
      consents: await first('/consents'),
      'api-keys': key.body.key.id,
      exports: exported.body.id,
      'webhook-endpoints': endpoint.body.endpoint.id,
      invoices: await until('the invoice', () => first('/invoices').catch(() => null)),
      passkeys: await passkeyOf(owner),
      subscriptions: await pushSubscriptionOf(owner),
    };
    const example = randomUUID();
    await product
      .em()
      .execute(
        `insert into example (id, created_at, user_id, style_id, status, alias, places, release_reference, released_at, ends_at) select ?, now(), user_id, style_id, 'offered', 'Anna', '["home"]', '2026-11', now(), now() + interval '1 day' from generation where id = ?`,
        [example, generation.body.id],
      );
    owned['examples'] = example;
    owned['votes'] = randomUUID();
    await product
      .em()
      .execute(
        `insert into vote (id, created_at, user_id, ends_at) select ?, now(), user_id, now() + interval '1 day' from generation where id = ?`,
        [owned['votes'], generation.body.id],
      );
    const stranger = await customer(product);
    const missing = '00000000-0000-4000-8000-000000000000';
    const bodies: Record<string, object> = {
      'POST previews': {},
      'PUT planned-run': { styleId: missing },
      'POST repeat': { complaint: 'light' },
      'POST example': {
        portraitIds: [missing],
        places: ['home'],
        months: 12,
        alias: 'Anna',
        version: facts.examples.releaseVersion,
      },
      'POST layers': {},
      'POST versions': { format: 'square', left: 0, top: 0, width: 1 },
      'PUT judgement': { likeness: 5, wouldUse: true },
    };
    const table = operations.filter(({ path }) => /\{(id|photoId)\}/.test(path));
    expect(table.length).toBeGreaterThan(14);
    for (const { method, path } of table.filter((operation) => !operation.path.includes('/admin/'))) {
      const kind = /\/([\w-]+)\/\{id\}/.exec(path)![1]!;
      expect(
        Object.keys(owned).concat('photos', 'portraits'),
        `${path} needs something of the owner’s in this test`,
      ).toContain(kind);
      const ask = async (id: string) => {
        const route = path
          .replace('/api/v1', '')
          .replace('{id}', id)
          .replace(/\{(photoId|deliveryId|pictureId|layersId)\}/, missing)
          .replace('{width}', '400')
          .replace('{variant}', 'original')
          .replace('{index}', '0')
          .replace('{number}', '1')
          .replace('{use}', 'view')
          .replace('{part}', 'person');
        const query = path.includes('/media/') ? '?expires=1&signature=x' : '';
        const answer = await stranger.send(
          method,
          route + query,
          method === 'PATCH' ? changeOf(path, kind) : bodies[`${method} ${path.split('/').at(-1)!}`],
          { 'idempotency-key': crypto.randomUUID() },
        );
        return { status: answer.status, body: { ...answer.body, requestId: '' } };
      };
      const foreign = await ask(owned[kind] ?? missing);
      expect.soft(foreign, `${method} ${path}`).toEqual(await ask(missing));
      if (!path.endsWith('/photos')) expect.soft(foreign.status, `${method} ${path}`).toBe(404);
    }
    expect((await owner.get(`/ai-profiles/${profileId}`)).body).toMatchObject({ name: 'Bewerbung 2027' });
  });
});
