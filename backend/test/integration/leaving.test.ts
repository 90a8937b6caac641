import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clock, MINUTE } from '../../src/platform/clock/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, draftWithOnePhoto, grantCredits, subscriber } from '../support/customers.js';
import { exported, ExportInTheWay, exportsOf, type Export } from '../support/exports.js';
import {
  balanceAndLedger,
  completedRun,
  idOf,
  jobsOf,
  profileWithModel,
  promote,
  storedKeys,
} from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { beStubborn } from '../support/quick-engine.js';
import { until } from '../support/until.js';

let product: Product;
let inTheWay: ExportInTheWay;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  inTheWay = new ExportInTheWay(product);
  await beStubborn(product.worker!);
});
afterAll(() => product.stop());

describe('deletion', () => {
  const remove = async (caller: Caller) =>
    caller.post<{ id: string; profiles: number; generations: number; portraits: number }>('/me/deletion', {
      confirmEmail: (await caller.get<{ email: string }>('/me')).body.email,
    });

  test('takes everything with it, with a training at work; accounting and proofs stay, a neighbour notices nothing', async () => {
    const caller = await subscriber(product, 'business');
    const neighbour = await customer(product);
    const kept = await completedRun(product, neighbour, await profileWithModel(product, neighbour), 1);
    const { id: userId, email } = (await caller.get<{ id: string; email: string }>('/me')).body;
    const ready = await profileWithModel(product, caller);
    const run = await completedRun(product, caller, ready, 2);
    await exported(caller);
    expect((await caller.get('/me/deletion')).body).toEqual({
      profiles: 1,
      generations: 1,
      portraits: 2,
      credits: 500,
      hasActiveSubscription: true,
      runsUnderWay: 0,
      owedCredits: 0,
      keepsAddressHash: true,
    });
    expect((await caller.send('PUT', '/styles/linkedin/favourite')).status).toBe(204);
    const training = await draftWithOnePhoto(product, caller);
    await caller.post(`/ai-profiles/${training}/training`);
    await until('the training to be at work', async () =>
      (await caller.get<{ progress: { stage: string } | null }>(`/ai-profiles/${training}`)).body.progress?.stage ===
      'analysing'
        ? true
        : null,
    );
    const image = (await caller.get<{ portraits: { url: string }[] }>(`/generations/${run.id}`)).body.portraits[0]!.url;
    const zip = (await exportsOf(caller))[0]!.url!;
    const before = await balanceAndLedger(product, userId);
    expect(
      (await storedKeys(product)).filter((stored) =>
        [userId, ready, run.id, training].some((id) => stored.includes(id)),
      ).length,
    ).toBeGreaterThan(7);

    expect(await caller.post('/me/deletion', { confirmEmail: 'petra.muster@example.org' })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ path: 'confirmEmail' }] },
    });
    const provenFor = (minutes: number) =>
      product
        .em()
        .execute('update session set proven_at = now() - make_interval(mins => ?) where user_id = ?', [
          minutes,
          userId,
        ]);
    await provenFor(11);
    expect(await remove(caller)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect((await caller.get('/me')).status).toBe(200);
    await provenFor(0);

    expect(await remove(caller)).toMatchObject({
      status: 200,
      body: { profiles: 2, generations: 1, portraits: 2, deletedAt: expect.any(String) },
    });

    expect((await caller.get('/me')).status).toBe(401);
    for (const link of [image, zip]) expect((await caller.download(link)).status).toBe(401);
    await until('every object to go', async () =>
      (await storedKeys(product)).some((stored) => [userId, ready, run.id, training].some((id) => stored.includes(id)))
        ? null
        : true,
    );
    const [training_job] = await jobsOf(product, 'ai-profiles.training_requested', 'profileId', training);
    expect(training_job).toMatchObject({ outcome: 'called_off' });
    await until('the subscription to end', async () =>
      (
        await product.em().execute<{ status: string }[]>('select status from subscription where user_id = ?', [userId])
      )[0]!.status === 'canceled'
        ? true
        : null,
    );
    for (const table of [
      'session',
      'api_key',
      'passkey',
      'email_token',
      'registration',
      'auth_challenge',
      'google_identity',
      'authenticator',
      'recovery_code',
      'data_export',
      'idempotency_record',
      'ai_profile',
      'generation',
      'reference_photo',
      'portrait',
      'favourite_style',
    ]) {
      expect
        .soft(
          await product.em().execute(`select count(*)::int as count from ${table} where user_id = ?`, [userId]),
          table,
        )
        .toEqual([{ count: 0 }]);
    }
    const [row] = await product.em().execute('select * from app_user where id = ?', [userId]);
    expect(row).toMatchObject({
      email: `deleted-${userId}@bildnis.invalid`,
      display_name: null,
      avatar_url: null,
      password_hash: null,
      deleted_at: expect.anything(),
      terms_version: expect.any(String),
    });
    expect(JSON.stringify(row)).not.toContain(email);
    expect(
      await product.em().execute('select count(*)::int as count from consent where user_id = ?', [userId]),
    ).toEqual([{ count: 2 }]);
    expect(await product.em().execute('select status from customer_order where user_id = ?', [userId])).toEqual([
      { status: 'paid' },
    ]);
    expect(await balanceAndLedger(product, userId)).toEqual(before);
    expect(before.balance).toBe(before.ledger);

    expect((await neighbour.get('/me')).status).toBe(200);
    expect((await neighbour.get<{ portraits: object[] }>(`/generations/${kept.id}`)).body.portraits).toHaveLength(1);
    expect(await storedKeys(product, `portraits/${kept.id}/`)).toHaveLength(2);
    expect(
      (
        await product
          .anonymous()
          .post('/auth/register', { email, password: 'Sommerwiese-42', displayName: 'Petra Muster', acceptTerms: true })
      ).status,
    ).toBe(201);
  });

  test('an open checkout can be paid no more, and the email’s address is forgotten', async () => {
    const caller = await customer(product);
    const order = await caller.post<{ id: string; paymentUrl: string }>('/orders', {
      kind: 'plan',
      planId: 'starter',
      acceptEarlyStart: true,
      acceptWithdrawalEffect: true,
    });
    const receipt = await remove(caller);
    await until('the checkout to close', async () =>
      (await fetch(order.body.paymentUrl)).status === 410 ? true : null,
    );
    await until('the order to be closed', async () =>
      (
        await product
          .em()
          .execute("select 1 from customer_order where id = ? and status = 'expired' and payment_url is null", [
            order.body.id,
          ])
      ).length > 0
        ? true
        : null,
    );
    const [row] = await until('the email', async () => {
      const rows = await product
        .em()
        .execute<{ email: string | null; receipt_sent_at: Date | null }[]>(
          'select email, receipt_sent_at from account_deletion where id = ?',
          [receipt.body.id],
        );
      return rows[0]?.receipt_sent_at ? rows : null;
    });
    expect(row!.email).toBeNull();
  });

  test('twice at the same time is once', async () => {
    const caller = await customer(product);
    const { id, email } = (await caller.get<{ id: string; email: string }>('/me')).body;
    const answers = await Promise.all(
      [1, 2, 3].map(() => caller.post<{ id: string }>('/me/deletion', { confirmEmail: email })),
    );
    const done = answers.filter((answer) => answer.status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(answers.every((answer) => answer.status === 200 || answer.status === 401)).toBe(true);
    expect(new Set(done.map((answer) => answer.body.id)).size).toBe(1);
    expect(
      await product.em().execute('select count(*)::int as count from account_deletion where user_id = ?', [id]),
    ).toEqual([{ count: 1 }]);
    expect(await jobsOf(product, 'accounts.account_deleted', 'deletionId', done[0]!.body.id)).toHaveLength(1);
  });

  test('an export at work when the account goes leaves no file', async () => {
    const caller = await customer(product);
    const userId = await idOf(caller);
    const working = inTheWay.hold(userId);
    const asked = await caller.post<Export>('/me/exports');
    await working.atWork;
    await remove(caller);
    // Only now does the worker go on, so that what it stores comes after the sweep.
    await until('the sweep to be over', async () =>
      (await jobsOf(product, 'accounts.export_files_discarded', 'userId', userId)).every((job) => job.finished_at)
        ? true
        : null,
    );
    working.release();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await jobsOf(product, 'accounts.data_export_requested', 'exportId', asked.body.id)).toMatchObject([
      { outcome: 'called_off' },
    ]);
    expect(await storedKeys(product, `exports/${userId}/`)).toEqual([]);
  });

  test('a queued run is called off and not given back', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, 10);
    const userId = await idOf(caller);
    const queue = product.worker!.get<Queue>(getQueueToken('generation'));
    await queue.pause(true);
    try {
      const run = await caller.post<{ id: string }>('/generations', {
        profileId: await profileWithModel(product, caller),
        styleId: await anyStyle(caller),
      });
      expect((await remove(caller)).body).toMatchObject({ generations: 1, portraits: 0 });
      expect(await jobsOf(product, 'generations.generation_requested', 'generationId', run.body.id)).toMatchObject([
        { outcome: 'called_off' },
      ]);
    } finally {
      await queue.resume(true);
    }
    expect(await balanceAndLedger(product, userId)).toEqual({ balance: 0, ledger: 0 });
  });

  test('what a request under way still wrote goes a little later', async () => {
    const caller = await customer(product);
    const userId = await idOf(caller);
    await remove(caller);
    await product
      .em()
      .execute(
        `insert into ai_profile (id, created_at, user_id, gender) values (gen_random_uuid(), now(), ?, 'female')`,
        [userId],
      );
    const clock = product.worker!.get(Clock);
    clock.shift(3 * MINUTE);
    try {
      await until('the leftover to go', async () =>
        (
          await product
            .em()
            .execute<{ count: number }[]>('select count(*)::int as count from ai_profile where user_id = ?', [userId])
        )[0]!.count === 0
          ? true
          : null,
      );
    } finally {
      clock.shift(-3 * MINUTE);
    }
  });

  test('the only admin stays; one of two may go, and of two who go at once, one', async () => {
    const admins = [await customer(product), await customer(product)];
    await promote(product, admins[0]!, { secondFactor: true });
    expect(await remove(admins[0]!)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await promote(product, admins[1]!, { secondFactor: true });
    const answers = await Promise.all(admins.map(remove));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  });
});
