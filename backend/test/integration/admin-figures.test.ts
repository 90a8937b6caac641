import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONSENTS } from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { completedRun, idOf, profileWithModel, promote } from '../support/holdings.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
let admin: Caller;
/** With a plan and nothing else. */
let starter: Caller;
beforeAll(async () => {
  product = await startProduct({ worker: true, env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
});
afterAll(() => product.stop());

const stats = async () => (await admin.get<Record<string, number>>('/admin/stats')).body;
const chart = async (days = 7) =>
  (
    await admin.get<{ days: { day: string; users: number; revenueRappen: number; runs: number }[] }>(
      `/admin/chart?days=${days}`,
    )
  ).body.days;

describe('the figures', () => {
  test('of a product without customers are 0', async () => {
    expect(await stats()).toEqual({
      totalUsers: 1,
      activeSubscriptions: 0,
      totalGenerations: 0,
      totalRevenueRappen: 0,
      monthlyRecurringRevenueRappen: 0,
      blockedUsers: 0,
      usersOwing: 0,
      declarationsInReview: 0,
      failedRefunds: 0,
      openMisuseReports: 0,
      heldPayments: 0,
      failedJobs: 0,
    });
    expect(await chart(30)).toHaveLength(30);
    expect((await chart()).at(-1)).toEqual({
      day: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Zurich' }).format(new Date()),
      users: 1,
      revenueRappen: 0,
      runs: 0,
    });
  });

  test('count what was sold and what runs', async () => {
    const payer = await subscriber(product, 'professional');
    starter = await subscriber(product, 'starter');
    const pack = (
      await payer.get<{ items: { id: string; name: string; priceRappen: number }[] }>('/credit-packs')
    ).body.items.find(({ name }) => name === 'M')!;
    const order = await payer.post<{ paymentUrl: string }>('/orders', { kind: 'pack', packId: pack.id, ...CONSENTS });
    await payAtTheTill(order.body.paymentUrl);
    await until('the credits', async () =>
      (await payer.get<{ credits: number }>('/me')).body.credits === 360 ? true : null,
    );
    const userId = await idOf(payer);
    const charge = (generation: string, reason: string, delta: number) =>
      product
        .em()
        .execute(
          `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after, generation_id) values (?, now(), ?, ?, ?, ?, 0, ?)`,
          [randomUUID(), userId, delta, reason, `${reason}:${generation}`, generation],
        );
    const [kept, given] = [randomUUID(), randomUUID()];
    await charge(kept, 'generation_charge', -10);
    await charge(given, 'generation_charge', -10);
    await charge(given, 'generation_return', 10);
    await admin.post(`/admin/users/${userId}/block`, { reason: 'Test' });
    const plans = PLAN_PRICES.professional + PLAN_PRICES.starter;
    expect(await stats()).toMatchObject({
      totalUsers: 3,
      activeSubscriptions: 2,
      totalGenerations: 1,
      totalRevenueRappen: 990,
      monthlyRecurringRevenueRappen: plans,
      blockedUsers: 1,
    });
    expect((await chart()).at(-1)).toMatchObject({ users: 3, revenueRappen: plans + 990, runs: 1 });
    await product.em().execute(`update payment set refunded_rappen = 300, disputed_rappen = 100 where kind = 'pack'`);
    expect((await stats())['totalRevenueRappen']).toBe(590);
    expect((await chart()).at(-1)!.revenueRappen).toBe(plans + 590);
  });

  test('put an hour before midnight in Switzerland on its own day', async () => {
    const day = (await chart()).at(-3)!.day;
    const before = await chart();
    await product
      .em()
      .execute(`update app_user set created_at = ?::timestamp at time zone 'Europe/Zurich' where id = ?`, [
        `${day} 23:30:00`,
        await idOf(await customer(product)),
      ]);
    const after = await chart();
    expect(after.map(({ users }, index) => users - before[index]!.users)).toEqual([0, 0, 0, 0, 1, 0, 0]);
  });

  test('of a span that is none are refused', async () => {
    for (const days of ['0', '6', '366', 'x', '7.5'])
      expect((await admin.get(`/admin/chart?days=${days}`)).status, days).toBe(400);
  });
});

test('the engine: what worked, what failed, how long it took, what it cost', async () => {
  const person = await customer(product);
  const profile = await profileWithModel(product, person);
  const { id } = await completedRun(product, person, profile);
  await product
    .em()
    .execute(`update generation set started_at = completed_at - interval '12 seconds' where id = ?`, [id]);
  await product
    .em()
    .execute(
      `update ai_profile set training_started_at = now() - interval '40 seconds', ready_at = now() where id = ?`,
      [profile],
    );
  for (const [status, seconds, micros] of [
    ['succeeded', 100, 250_000],
    ['failed', 20, 50_000],
  ] as const) {
    await product
      .em()
      .execute(
        `insert into engine_run (id, created_at, kind, task, ordinal, subject_id, positions, status, seconds, usd_micros, is_harvested, is_forgotten) values (?, now(), 'prediction', ?, 1, ?, '[]', ?, ?, ?, true, true)`,
        [randomUUID(), randomUUID(), id, status, seconds, micros],
      );
  }
  await product.em().execute(
    `insert into free_repeat (id, created_at, generation_id, style_id, engine, complaint)
     select gen_random_uuid(), now(), gen_random_uuid(), (select id from style order by sort_order limit 1), 'studio', 'light' from generate_series(1, 2)`,
  );
  expect((await admin.get('/admin/engine')).body).toEqual({
    engine: 'studio',
    trainings: { completed: 1, failed: 0, medianSeconds: 40, p95Seconds: 40 },
    generations: { completed: 1, failed: 0, medianSeconds: 12, p95Seconds: 12 },
    hosted: { runs: 2, failed: 1, seconds: 120, usdMicros: 300_000 },
    complaints: [{ style: expect.any(String), engine: 'studio', complaint: 'light', count: 2 }],
  });
});

test('sums beyond two thousand million are figures like others', async () => {
  await product.em().execute(
    `insert into engine_run (id, created_at, kind, task, ordinal, subject_id, positions, status, seconds, usd_micros, is_harvested, is_forgotten)
     select gen_random_uuid(), now(), 'prediction', gen_random_uuid(), 1, gen_random_uuid(), '[]', 'succeeded', 1, 2000000000, true, true from generate_series(1, 3)`,
  );
  expect(await admin.get('/admin/engine')).toMatchObject({
    status: 200,
    body: { hosted: { usdMicros: expect.toSatisfy((micros: number) => micros >= 6_000_000_000) } },
  });
  await product.em().execute('delete from engine_run where usd_micros = 2000000000');
});

describe("a user's page", () => {
  test('shows what there is and how it stands, and never a way to a picture', async () => {
    const userId = await idOf(starter);
    const profile = await profileWithModel(product, starter);
    const run = await completedRun(product, starter, profile, 3);
    const read = async (part: string) =>
      (await admin.get<{ items: Record<string, unknown>[] }>(`/admin/users/${userId}${part}`)).body;
    expect(await read('')).toMatchObject({
      id: userId,
      credits: 120,
      owedCredits: 0,
      purchasesBlocked: false,
      emailConfirmed: true,
      paidRappen: PLAN_PRICES.starter,
      plan: { name: 'Starter', status: 'active', creditsPerPeriod: 120, cancelAtPeriodEnd: false },
    });
    expect(await read('/profiles')).toMatchObject({
      items: [{ id: profile, status: 'ready', photos: 0 }],
      nextCursor: null,
    });
    expect(await read('/generations')).toMatchObject({ items: [{ id: run.id, status: 'completed', portraits: 3 }] });
    expect(await read('/credit-entries')).toMatchObject({ items: [{ delta: 120, reason: 'plan_grant' }] });
    expect(await read('/orders')).toMatchObject({
      items: [{ kind: 'plan', itemName: 'Starter', status: 'paid', amountRappen: PLAN_PRICES.starter }],
    });
    await expect
      .poll(async () => (await read('/mails')).items.map(({ template }) => template), { timeout: 40_000 })
      .toEqual(['order_paid']);
    expect(await read('/sessions')).toMatchObject({ items: [{ secondFactor: false }] });
    const everything = JSON.stringify(
      await Promise.all(
        ['', '/profiles', '/generations', '/credit-entries', '/orders', '/mails', '/sessions'].map(read),
      ),
    );
    for (const secret of ['/media', '.jpg', '.webp', 'token', 'storage', '127.0.0.1'])
      expect(everything).not.toContain(secret);
    for (const picture of [`/generations/${run.id}`, `/ai-profiles/${profile}`])
      expect((await admin.get(picture)).status).toBe(404);
  });

  test('of somebody who has left or never came is not there', async () => {
    for (const part of ['', '/profiles', '/generations', '/credit-entries', '/orders', '/mails', '/sessions'])
      expect((await admin.get(`/admin/users/${randomUUID()}${part}`)).status, part).toBe(404);
  });

  test('lists are narrowed to the blocked, the admins, those with a plan', async () => {
    const ids = async (only: string) =>
      (
        await admin.get<{ items: { id: string; isBlocked: boolean; role: string; hasActiveSubscription: boolean }[] }>(
          `/admin/users?only=${only}`,
        )
      ).body.items;
    expect((await ids('blocked')).map(({ isBlocked }) => isBlocked)).toEqual([true]);
    expect((await ids('admins')).map(({ id }) => id)).toEqual([await idOf(admin)]);
    const payers = await ids('subscribers');
    expect(payers.length).toBeGreaterThan(1);
    expect(payers.every(({ hasActiveSubscription }) => hasActiveSubscription)).toBe(true);
  });
});

describe('background work', () => {
  const note = async (topic: string, queue: string, change: string) => {
    const id = randomUUID();
    await product
      .em()
      .execute(
        `insert into job (id, created_at, queue, topic, payload, run_after, dispatches, attempt, max_attempts) values (?, now(), ?, ?, '{}', now() + interval '1 day', 0, 2, 2)`,
        [id, queue, topic],
      );
    await product.em().execute(`update job set ${change} where id = ?`, [id]);
    return id;
  };

  test('is counted by queue and state, and listed', async () => {
    const later = await note('accounts.leftovers_due', 'upkeep', 'attempt = 0');
    const failed = await note(
      'accounts.leftovers_due',
      'upkeep',
      `finished_at = now(), outcome = 'failed', last_error = 'disk full'`,
    );
    const running = await note(
      'accounts.leftovers_due',
      'upkeep',
      `run_after = now(), leased_until = now() + interval '1 hour'`,
    );
    const { items } = (
      await admin.get<{ items: { queue: string; failed: number; running: number; later: number }[] }>('/admin/queues')
    ).body;
    expect(items.map(({ queue }) => queue)).toEqual([
      'training',
      'generation',
      'upkeep',
      'billing',
      'mail',
      'push',
      'webhooks',
      'previews',
    ]);
    expect(items.find(({ queue }) => queue === 'upkeep')).toMatchObject({ failed: 1, running: 1 });
    const list = async (state: string) =>
      (
        await admin.get<{ items: { id: string; lastError: string | null }[] }>(
          `/admin/jobs?state=${state}&queue=upkeep`,
        )
      ).body.items;
    expect(await list('failed')).toMatchObject([{ id: failed, lastError: 'disk full', isRetriable: true }]);
    expect(await list('running')).toMatchObject([{ id: running }]);
    expect((await list('later')).map(({ id }) => id)).toContain(later);
    expect((await stats())['failedJobs']).toBe(1);
  });

  test('that was given up is done after all; what was settled with its owner is not', async () => {
    const person = await idOf(await customer(product));
    const id = await note(
      'accounts.leftovers_due',
      'upkeep',
      `payload = '{"userId":"${person}"}', finished_at = now(), outcome = 'failed'`,
    );
    expect(await admin.post(`/admin/jobs/${id}/retry`, { reason: 'Speicher wieder da' })).toMatchObject({
      status: 200,
      body: { id, finishedAt: null, maxAttempts: 5 },
    });
    await until('the work to be done', async () =>
      (await product.em().execute<{ outcome: string | null }[]>('select outcome from job where id = ?', [id]))[0]!
        .outcome === 'done'
        ? true
        : null,
    );
    expect(await admin.post(`/admin/jobs/${id}/retry`, { reason: 'Nochmals' })).toMatchObject({
      status: 409,
      body: { code: 'job_not_retriable' },
    });
    for (const [topic, queue] of [
      ['generations.generation_requested', 'generation'],
      ['ai-profiles.training_requested', 'training'],
      ['accounts.data_export_requested', 'upkeep'],
    ] as const) {
      const settled = await note(topic, queue, `finished_at = now(), outcome = 'failed'`);
      expect(await admin.post(`/admin/jobs/${settled}/retry`, { reason: 'Nochmals' }), topic).toMatchObject({
        status: 409,
        body: { code: 'job_not_retriable' },
      });
    }
    expect((await admin.post(`/admin/jobs/${randomUUID()}/retry`, { reason: 'x' })).status).toBe(404);
    expect(await product.em().execute('select action from audit_entry where subject_id = ?', [id])).toEqual([
      { action: 'job.retry' },
    ]);
  });
});
