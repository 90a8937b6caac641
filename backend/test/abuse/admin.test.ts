import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { balanceAndLedger, idOf, promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';

/** Abuse case 24: an admin subtracts below zero, adds absurd amounts, acts on the own account. */
let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
});
afterAll(async () => {
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
  await product.stop();
});

const reason = 'Kulanz nach Störung';
const adjust = (
  id: string,
  direction: 'add' | 'subtract',
  amount: unknown,
  key: string = randomUUID(),
  why: unknown = reason,
) =>
  admin.send<{ credits: number; code: string }>(
    'POST',
    `/admin/users/${id}/credits`,
    { direction, amount, reason: why },
    { 'idempotency-key': key },
  );
const audit = (id: string) =>
  product
    .em()
    .execute<{ action: string; reason: string; detail: unknown }[]>(
      'select action, reason, detail from audit_entry where subject_id = ? order by created_at',
      [id],
    );

describe('credits', () => {
  test('are added and taken, with a line in the ledger and one in the log each', async () => {
    const person = await customer(product);
    const id = await idOf(person);
    expect(await adjust(id, 'add', 50)).toMatchObject({ status: 200, body: { id, credits: 50 } });
    expect(await adjust(id, 'subtract', 20)).toMatchObject({ status: 200, body: { credits: 30 } });
    expect((await person.get<{ items: unknown[] }>('/credits/entries')).body.items).toMatchObject([
      { delta: -20, reason: 'admin_adjustment', balanceAfter: 30 },
      { delta: 50, reason: 'admin_adjustment', balanceAfter: 50 },
    ]);
    expect(await audit(id)).toEqual([
      { action: 'user.credits', reason, detail: { delta: 50, balance: 50 } },
      { action: 'user.credits', reason, detail: { delta: -20, balance: 30 } },
    ]);
  });

  test('never fall below zero', async () => {
    const id = await idOf(await customer(product));
    await adjust(id, 'add', 10);
    expect(await adjust(id, 'subtract', 11)).toMatchObject({ status: 409, body: { code: 'balance_negative' } });
    expect(await balanceAndLedger(product, id)).toEqual({ balance: 10, ledger: 10 });
    expect(await audit(id)).toHaveLength(1);
    expect(await adjust(id, 'subtract', 10)).toMatchObject({ status: 200, body: { credits: 0 } });
  });

  test('are not moved by two admins at once beyond what is there', async () => {
    const id = await idOf(await customer(product));
    await adjust(id, 'add', 30);
    const answers = await Promise.all(Array.from({ length: 5 }, () => adjust(id, 'subtract', 10)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409]);
    expect(await balanceAndLedger(product, id)).toEqual({ balance: 0, ledger: 0 });
  });

  test('come once for one intent, however often it is sent', async () => {
    const [id, key] = [await idOf(await customer(product)), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 4 }, () => adjust(id, 'add', 25, key)));
    expect(answers.map(({ status, body }) => [status, body.credits])).toEqual(
      Array.from({ length: 4 }, () => [200, 25]),
    );
    expect(await adjust(id, 'add', 26, key)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await balanceAndLedger(product, id)).toEqual({ balance: 25, ledger: 25 });
    expect(await audit(id)).toHaveLength(1);
  });

  test.each([0, -5, 1.5, facts.admin.maxCreditAdjustment + 1, 1e15, '50', null, 'NaN'])(
    'an amount of %s is refused',
    async (amount) => {
      const id = await idOf(await customer(product));
      expect(await adjust(id, 'add', amount)).toMatchObject({ status: 400, body: { code: 'validation' } });
      expect(await audit(id)).toEqual([]);
    },
  );

  test('need a reason, and somebody', async () => {
    const id = await idOf(await customer(product));
    for (const why of ['', '  ', null, 'x'.repeat(501)])
      expect(await adjust(id, 'add', 5, randomUUID(), why)).toMatchObject({
        status: 400,
        body: { code: 'validation' },
      });
    expect(await adjust(randomUUID(), 'add', 5)).toMatchObject({ status: 404 });
  });
});

describe('the own account', () => {
  test('gets no credits and no other role', async () => {
    const own = await idOf(admin);
    expect(await adjust(own, 'add', 5)).toMatchObject({ status: 409, body: { code: 'own_account' } });
    expect(await admin.post(`/admin/users/${own}/role`, { role: 'user', reason })).toMatchObject({
      status: 409,
      body: { code: 'own_account' },
    });
    expect(await audit(own)).toEqual([]);
  });
});

describe('declarations and refunds', () => {
  const row = async (sql: string): Promise<string> =>
    (await product.em().execute<{ id: string }[]>(`${sql} returning id`))[0]!.id;
  const declaration = () =>
    row(
      "insert into declaration (id, created_at, number, kind, name, email, status) values (gen_random_uuid(), now(), substr(gen_random_uuid()::text, 1, 20), 'cancellation', 'Petra', 'petra@example.org', 'review')",
    );
  const untouched = async (id: string) => {
    expect(await product.em().execute('select status from declaration where id = ?', [id])).toEqual([
      { status: 'review' },
    ]);
    expect(await audit(id)).toEqual([]);
  };

  test.each(['', '  ', null, 'x'.repeat(501), 'a\u0007b', undefined])('need a reason: %j is none', async (why) => {
    const [id, userId] = [await declaration(), await idOf(await customer(product))];
    for (const [path, body] of [
      [`declarations/${id}/assignment`, { userId, orderId: null }],
      [`declarations/${id}/close`, {}],
      [`refunds/${id}/retry`, {}],
      [`refunds/${id}/settle`, { how: 'settled' }],
    ] as const) {
      expect(await admin.post(`/admin/${path}`, { ...body, reason: why }), path).toMatchObject({
        status: 400,
        body: { code: 'validation' },
      });
    }
    await untouched(id);
  });

  test('take no other fields, no made-up contract, no status of one’s own, and nothing that is not there', async () => {
    const [id, userId] = [await declaration(), await idOf(await customer(product))];
    for (const body of [
      { userId: 'x', orderId: null },
      { userId: { $ne: null }, orderId: null },
      { userId },
      { userId, orderId: null, status: 'done' },
      { userId, orderId: 'B-0' },
    ]) {
      expect(
        await admin.post(`/admin/declarations/${id}/assignment`, { ...body, reason }),
        JSON.stringify(body),
      ).toMatchObject({ status: 400 });
    }
    for (const how of ['submitted', 'requested', null, 1])
      expect((await admin.post(`/admin/refunds/${id}/settle`, { how, reason })).status).toBe(400);
    expect((await admin.post(`/admin/refunds/${id}/retry`, { reason, amountRappen: 1 })).status).toBe(400);
    for (const path of ['close', 'contracts'])
      expect(
        (
          await admin.send(
            path === 'close' ? 'POST' : 'GET',
            `/admin/declarations/x/${path}`,
            path === 'close' ? { reason } : undefined,
          )
        ).status,
      ).toBe(404);
    for (const unknown of [randomUUID(), id])
      for (const path of [`refunds/${unknown}/retry`, `refunds/${unknown}/settle`])
        expect(
          await admin.post(`/admin/${path}`, { reason, ...(path.endsWith('settle') ? { how: 'dropped' } : {}) }),
        ).toMatchObject({ status: 404 });
    await untouched(id);
  });

  test('that spend need a key', async () => {
    const id = await declaration();
    for (const [path, body] of [
      [`declarations/${id}/assignment`, { userId: randomUUID(), orderId: null, reason }],
      [`refunds/${id}/retry`, { reason }],
    ] as const) {
      expect(await admin.send('POST', `/admin/${path}`, body)).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_missing' },
      });
    }
    await untouched(id);
  });

  test('cannot be searched by filters or patterns', async () => {
    const id = await declaration();
    expect((await admin.get(`/admin/declarations/${id}/contracts?q[$ne]=x`)).status).toBe(400);
    expect((await admin.get(`/admin/declarations/${id}/contracts?q=%00`)).status).toBe(400);
    for (const q of ['%', '_', '\\', `'; drop table job; --`])
      expect(await admin.get(`/admin/declarations/${id}/contracts?q=${encodeURIComponent(q)}`), q).toMatchObject({
        status: 200,
        body: { items: [] },
      });
    expect((await admin.get('/admin/refunds?status=submitted')).status).toBe(400);
  });
});

describe('roles', () => {
  test.each(['is_blocked = true', 'email_confirmed_at = null'])('goes to no account with %s', async (state) => {
    const id = await idOf(await customer(product));
    await product.em().execute(`update app_user set ${state} where id = ?`, [id]);
    const answer = await admin.post(`/admin/users/${id}/role`, { role: 'admin', reason });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await product.em().execute('select role from app_user where id = ?', [id])).toEqual([{ role: 'user' }]);
  });

  test('change at once, with a line each; nothing changes twice', async () => {
    const person = await customer(product);
    const id = await idOf(person);
    const change = (role: string) => admin.post<{ role: string }>(`/admin/users/${id}/role`, { role, reason });
    expect(await change('admin')).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect(await change('admin')).toMatchObject({ status: 200 });
    expect(await person.get('/admin/users')).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
    await promote(product, person, { secondFactor: true });
    expect((await person.get('/admin/users')).status).toBe(200);
    expect(await change('user')).toMatchObject({ status: 200, body: { role: 'user' } });
    expect(await person.get('/admin/users')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await audit(id)).toEqual([
      { action: 'user.role', reason, detail: { role: 'admin' } },
      { action: 'user.role', reason, detail: { role: 'user' } },
    ]);
    expect(await change('owner')).toMatchObject({ status: 400 });
  });

  test('two admins who demote each other at once: one stays', async () => {
    const people = await Promise.all(
      [1, 2].map(async () => promote(product, await customer(product), { secondFactor: true })),
    );
    const ids = await Promise.all(people.map(idOf));
    await Promise.all(
      people.map((caller, at) => caller.post(`/admin/users/${ids[1 - at]}/role`, { role: 'user', reason })),
    );
    expect(
      await product
        .em()
        .execute(`select count(*)::int as count from app_user where id in (?, ?) and role = 'admin'`, ids),
    ).toEqual([{ count: 1 }]);
  });
});
