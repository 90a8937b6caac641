import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockingService } from '../../src/privacy/index.js';
import { Caller } from '../support/caller.js';
import { CONSENTS } from '../support/billing.js';
import { customer, payAtTheTill, registeredCustomer, subscriber } from '../support/customers.js';
import { whileUncommitted } from '../support/google-people.js';
import { idOf, promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';

interface Row {
  id: string;
  email: string;
  displayName: string | null;
  credits: number;
  hasActiveSubscription: boolean;
}
interface Page {
  items: Row[];
  nextCursor: string | null;
}

const spec = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../openapi/openapi.json', import.meta.url)), 'utf8'),
) as { paths: Record<string, Record<string, { operationId: string }>> };
/** Every operation of the admin area, also those to come. */
const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
  path.startsWith('/api/v1/admin/')
    ? Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId }))
    : [],
);

let product: Product;
let admin: Caller;
let subject: string;
let strangers: [Caller, number, string][];
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
  subject = await idOf(await customer(product));
  const key = await admin.post<{ secret: string }>('/api-keys', {
    name: 'Ablage',
    scopes: ['account:read', 'profiles:read', 'profiles:write', 'generations:read', 'generations:write'],
  });
  const [blocked, left] = [
    await promote(product, await customer(product), { secondFactor: true }),
    await promote(product, await customer(product), { secondFactor: true }),
  ];
  const blockedId = await idOf(blocked);
  await product.em().transactional((em) => product.api.get(BlockingService).block(em, blockedId, reason));
  expect((await left.post('/auth/logout')).status).toBe(204);
  strangers = [
    [blocked, 401, 'unauthenticated'],
    [left, 401, 'unauthenticated'],
    [await customer(product), 403, 'forbidden'],
    [await promote(product, await customer(product), { secondFactor: false }), 403, 'second_factor_required'],
    [new Caller(product.origin, key.body.secret), 403, 'scope_missing'],
    [product.anonymous(), 401, 'unauthenticated'],
  ];
});
afterAll(() => product.stop());

const reason = 'Missbrauch';

describe('who may', () => {
  test('there are operations to check', () => {
    expect(operations.map((operation) => operation.operationId)).toEqual(
      expect.arrayContaining(['listUsers', 'blockUser', 'unblockUser']),
    );
  });

  test.each(operations)(
    '$method $path: no ordinary user, no admin without a second factor, blocked or signed out, no key, nobody',
    async ({ method, path }) => {
      const route = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, subject);
      const ask = (caller: Caller) => caller.send(method, route, method === 'GET' ? undefined : { reason });
      for (const [caller, status, code] of strangers) {
        const answer = await ask(caller);
        expect.soft(answer, code).toMatchObject({ status, body: { code } });
        expect.soft(JSON.stringify(answer.body), code).not.toContain('@example.org');
        expect.soft(answer.body).not.toHaveProperty('items');
      }
      expect(await product.em().execute('select is_blocked from app_user where id = ?', [subject])).toEqual([
        { is_blocked: false },
      ]);
      expect(await product.em().execute('select count(*)::int as count from audit_entry')).toEqual([{ count: 0 }]);
    },
  );
});

describe('users', () => {
  test('are listed page by page, newest first, each once, with balance and subscription', async () => {
    const payer = await subscriber(product, 'starter');
    for (let count = 0; count < 5; count++) await registeredCustomer(product);
    const seen: Row[] = [];
    let cursor: string | null = null;
    do {
      const page: { status: number; body: Page } = await admin.get<Page>(
        `/admin/users?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
      );
      expect(page.status).toBe(200);
      expect(page.body.items.length).toBeLessThanOrEqual(3);
      seen.push(...page.body.items);
      cursor = page.body.nextCursor;
    } while (cursor);
    const rows = await product
      .em()
      .execute<{ id: string }[]>('select id from app_user where deleted_at is null order by created_at desc, id desc');
    expect(seen.map((row) => row.id)).toEqual(rows.map((row) => row.id));
    expect(seen.find((row) => row.id === subject)).toMatchObject({
      credits: 0,
      hasActiveSubscription: false,
      displayName: 'Petra Muster',
      role: 'user',
      isBlocked: false,
      blockedReason: null,
    });
    expect(seen.find((row) => row.credits > 0)).toMatchObject({
      id: await idOf(payer),
      credits: 120,
      hasActiveSubscription: true,
    });
    expect(Object.keys(seen[0]!).toSorted()).toEqual([
      'blockedReason',
      'createdAt',
      'credits',
      'displayName',
      'email',
      'hasActiveSubscription',
      'id',
      'isBlocked',
      'role',
    ]);
  });

  test('are found by a part of address or name, signs of a pattern standing for themselves', async () => {
    const tag = randomUUID().slice(0, 8);
    await registeredCustomer(product, `${tag}.percent%a@example.org`.replace('%', '_'));
    await registeredCustomer(product, `${tag}.percentxa@example.org`);
    const find = async (q: string) =>
      (await admin.get<Page>(`/admin/users?q=${encodeURIComponent(q)}`)).body.items.map((row) => row.email);
    expect(await find(tag.toUpperCase())).toHaveLength(2);
    expect(await find(`${tag}.percent_a`)).toEqual([`${tag}.percent_a@example.org`]);
    expect(await find(`${tag}%`)).toEqual([]);
    expect(await find(`${tag}\\`)).toEqual([]);
    expect(await find(`'; drop table job; --`)).toEqual([]);
    expect((await find('tra mus')).length).toBeGreaterThan(2);
    expect((await admin.get('/admin/users?q[$ne]=x')).status).toBe(400);
    expect((await admin.get('/admin/users?role=admin')).status).toBe(400);
  });

  test('are synchronised with the payment provider: what is missing comes once, and an audit row stays', async () => {
    const payer = await customer(product);
    product.stripe.holdWebhooks();
    const order = await payer.post<{ paymentUrl: string }>('/orders', { kind: 'plan', planId: 'starter', ...CONSENTS });
    await payAtTheTill(order.body.paymentUrl);
    const ask = () => admin.post<{ creditsGranted: number; user: Row }>(`/admin/users/${userId}/synchronise`);
    const userId = await idOf(payer);
    expect((await ask()).body).toMatchObject({
      creditsGranted: 120,
      owedCredits: 0,
      user: { id: userId, credits: 120 },
    });
    expect((await ask()).body).toMatchObject({ creditsGranted: 0, user: { credits: 120 } });
    await product.stripe.releaseWebhooks();
    expect(await product.em().execute('select action from audit_entry where subject_id = ?', [userId])).toEqual([
      { action: 'user.synchronise' },
      { action: 'user.synchronise' },
    ]);
    expect((await admin.post(`/admin/users/${randomUUID()}/synchronise`)).status).toBe(404);
  });

  test('with control characters are asked for in vain; a cursor of another age is none', async () => {
    for (const q of ['%00', 'a%00b', 'a%1Bb'])
      expect
        .soft(await admin.get(`/admin/users?q=${q}`), q)
        .toMatchObject({ status: 400, body: { code: 'validation' } });
    const first = (await admin.get<Page>('/admin/users?limit=1')).body.items;
    for (const at of ['0000-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z']) {
      const cursor = Buffer.from(`${at} ${randomUUID()}`).toString('base64url');
      expect
        .soft(await admin.get<Page>(`/admin/users?limit=1&cursor=${cursor}`), at)
        .toMatchObject({ status: 200, body: { items: first } });
    }
  });

  test('who has left is in no list and cannot be blocked', async () => {
    const caller = await customer(product);
    const { id, email } = (await caller.get<{ id: string; email: string }>('/me')).body;
    await caller.post('/me/deletion', { confirmEmail: email });
    expect((await admin.get<Page>(`/admin/users?q=${id}`)).body.items).toEqual([]);
    for (const unknown of [id, randomUUID(), 'x']) {
      for (const act of ['block', 'unblock'])
        expect(await admin.post(`/admin/users/${unknown}/${act}`, { reason })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
    }
  });

  test('nobody acts on the own account', async () => {
    const own = await idOf(admin);
    for (const act of ['block', 'unblock'])
      expect(await admin.post(`/admin/users/${own}/${act}`, { reason })).toMatchObject({
        status: 409,
        body: { code: 'own_account' },
      });
    expect((await admin.get('/me')).status).toBe(200);
  });

  test('two admins who block each other at once: one stays', async () => {
    const people = [
      await promote(product, await customer(product), { secondFactor: true }),
      await promote(product, await customer(product), { secondFactor: true }),
    ];
    const ids = await Promise.all(people.map(idOf));
    await Promise.all(people.map((caller, at) => caller.post(`/admin/users/${ids[1 - at]}/block`, { reason })));
    expect(
      await product.em().execute('select count(*)::int as count from app_user where id in (?, ?) and is_blocked', ids),
    ).toEqual([{ count: 1 }]);
  });

  test.each(['is_blocked = true', `role = 'user'`, 'deleted_at = now()'])(
    'who stops being an admin this very moment (%s) blocks nobody',
    async (change) => {
      const [actor, id] = [
        await promote(product, await customer(product), { secondFactor: true }),
        await idOf(await customer(product)),
      ];
      const answer = await whileUncommitted(
        product,
        { sql: `update app_user set ${change} where id = ?`, params: [await idOf(actor)] },
        () => actor.post(`/admin/users/${id}/block`, { reason }),
      );
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(await product.em().execute('select is_blocked from app_user where id = ?', [id])).toEqual([
        { is_blocked: false },
      ]);
    },
  );

  test('every act leaves who, what, whom and why; without a reason there is none', async () => {
    const id = await idOf(await customer(product));
    for (const body of [
      {},
      { reason: '' },
      { reason: ' \u200b ' },
      { reason: 'x'.repeat(501) },
      { reason: 'a\u0007b' },
      { reason, role: 'admin' },
    ]) {
      expect((await admin.post(`/admin/users/${id}/block`, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect(await admin.post(`/admin/users/${id}/block`, { reason: 'Erstens.\r\n\r\n\r\nZweitens.' })).toMatchObject({
      status: 200,
      body: { blockedReason: 'Erstens.\n\nZweitens.' },
    });
    expect((await admin.post(`/admin/users/${id}/unblock`, { reason: 'Irrtum' })).status).toBe(200);
    const odd = '=cmd <script>alert(1)</script> \u202Eesrever 👩‍💻';
    expect(await admin.post(`/admin/users/${id}/block`, { reason: odd })).toMatchObject({
      status: 200,
      body: { id, isBlocked: true, blockedReason: '=cmd <script>alert(1)</script> esrever 👩‍💻' },
    });
    expect(await admin.post(`/admin/users/${id}/unblock`, { reason: 'Geklärt' })).toMatchObject({
      status: 200,
      body: { isBlocked: false },
    });
    expect(
      await product
        .em()
        .execute('select actor_id, action, reason from audit_entry where subject_id = ? order by created_at offset 2', [
          id,
        ]),
    ).toEqual([
      { actor_id: await idOf(admin), action: 'user.block', reason: '=cmd <script>alert(1)</script> esrever 👩‍💻' },
      { actor_id: await idOf(admin), action: 'user.unblock', reason: 'Geklärt' },
    ]);
  });
});
