import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clock, MINUTE } from '../../src/platform/clock/index.js';
import { Caller } from '../support/caller.js';
import { anyStyle, customer, draftMarkedComplete, grantCredits, subscriber } from '../support/customers.js';
import { balanceAndLedger, idOf, jobsOf, profileWithModel, promote, storedKeys } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { beStubborn } from '../support/quick-engine.js';
import { until, within } from '../support/until.js';

let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', SOCKET_CHECK_MS: '600000' } }); // sockets are to be told, not found
  await beStubborn(product.worker!);
  admin = await promote(product, await customer(product), { secondFactor: true });
});
afterAll(() => product.stop());

const reason = 'Verstoss gegen die AGB';
const block = (userId: string) =>
  admin.post<{ isBlocked: boolean; credits: number }>(`/admin/users/${userId}/block`, { reason });
const unblock = (userId: string) =>
  admin.post<{ isBlocked: boolean }>(`/admin/users/${userId}/unblock`, { reason: 'Geklärt' });
const queueOf = (name: string) => product.worker!.get<Queue>(getQueueToken(name));
/** The engine has ended what it was at, and the worker has done with it what is to be done. */
const isOver = (queue: string) =>
  until('the worker to be free', async () => ((await queueOf(queue).getActiveCount()) === 0 ? true : null));

async function signIn(email: string): Promise<{ status: number; body: { code?: string; token?: string } }> {
  return product.anonymous().post('/auth/login', { email, password: 'Sommerwiese-42', session: 'token' });
}

/** A page that is open: resolves once the server has shown it out. */
async function openPage(token: string): Promise<{ shownOut: Promise<true> }> {
  const socket = io(product.origin, {
    path: '/socket.io',
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
  });
  const shownOut = new Promise<true>((resolve) => socket.once('disconnect', () => resolve(true)));
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('ready', () => resolve());
    socket.once('connect_error', reject);
    void shownOut.then(() => reject(new Error('the page was shown out before it was ready')));
  });
  await within('the page to be ready', ready);
  return { shownOut };
}

describe('blocking', () => {
  test('within 5 seconds: session, key and sockets end, queued work is called off and paid back, the user is told why', async () => {
    const caller = await customer(product);
    const { id: userId, email } = (await caller.get<{ id: string; email: string }>('/me')).body;
    await grantCredits(product, caller, 30);
    const key = await caller.post<{ secret: string }>('/api-keys', { name: 'Ablage', scopes: ['account:read'] });
    const pages = [await openPage(caller.token!), await openPage(key.body.secret)];
    const queue = queueOf('generation');
    try {
      await within('the queue to pause', queue.pause(true));
      const run = await caller.post<{ id: string }>('/generations', {
        profileId: await profileWithModel(product, caller),
        styleId: await anyStyle(caller),
      });
      expect(await block(userId)).toMatchObject({
        status: 200,
        body: { isBlocked: true, blockedReason: reason, credits: 30 },
      });
      expect((await caller.get('/me')).status).toBe(401);
      const withKey = await fetch(`${product.origin}/api/v1/me`, {
        headers: { authorization: `Bearer ${key.body.secret}` },
      });
      expect(withKey.status).toBe(401);
      // All else is so with the answer. The pages are told: the look for them that each process takes is minutes away.
      await within('the pages to be shown out', Promise.all(pages.map((page) => page.shownOut)));
      expect(await product.em().execute('select status from generation where id = ?', [run.body.id])).toEqual([
        { status: 'failed' },
      ]);
      expect(await jobsOf(product, 'generations.generation_requested', 'generationId', run.body.id)).toMatchObject([
        { outcome: 'called_off' },
      ]);
    } finally {
      await queue.resume(true);
    }
    expect(await balanceAndLedger(product, userId)).toEqual({ balance: 30, ledger: 30 });
    expect(await signIn(email)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
    const mail = await until('the email', async () => {
      const mails = (await (await fetch(`${product.mailbox.url}/messages?to=${encodeURIComponent(email)}`)).json()) as {
        text: string;
      }[];
      return mails.find((one) => one.text.includes(reason)) ?? null;
    });
    expect(mail.text).not.toContain('ß');
  });

  longTest('a run at work loses: no portrait, the credits back once, no file left', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, 240);
    const userId = await idOf(caller);
    const profileId = await profileWithModel(product, caller);
    const run = await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) });
    await until(
      'the first portrait',
      async () =>
        (await caller.get<{ previews: object[] }>(`/generations/${run.body.id}`)).body.previews.length > 0
          ? true
          : null,
      60_000,
    );
    await block(userId);
    expect(await balanceAndLedger(product, userId)).toEqual({ balance: 240, ledger: 240 });
    await isOver('generation');
    expect(await storedKeys(product, `portraits/${run.body.id}/`)).toEqual([]);
    expect(await product.em().execute('select status from generation where id = ?', [run.body.id])).toEqual([
      { status: 'failed' },
    ]);
    expect(
      await product.em().execute('select count(*)::int as count from portrait where generation_id = ?', [run.body.id]),
    ).toEqual([{ count: 0 }]);
    expect(await balanceAndLedger(product, userId)).toEqual({ balance: 240, ledger: 240 });
    expect((await storedKeys(product, `models/${profileId}/`)).length).toBeGreaterThan(0);
  });

  test('a training at work fails for good with its credits back; after the block a start charges anew', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, 240);
    const { id: userId, email } = (await caller.get<{ id: string; email: string }>('/me')).body;
    const profileId = await draftMarkedComplete(product, caller);
    await caller.post(`/ai-profiles/${profileId}/training`);
    await until('the training to be at work', async () =>
      (await caller.get<{ progress: { stage: string } | null }>(`/ai-profiles/${profileId}`)).body.progress?.stage ===
      'analysing'
        ? true
        : null,
    );
    await block(userId);
    expect(await balanceAndLedger(product, userId)).toEqual({ balance: 240, ledger: 240 });
    await isOver('training');
    expect(await product.em().execute('select status, cycle_closed from ai_profile where id = ?', [profileId])).toEqual(
      [{ status: 'failed', cycle_closed: true }],
    );
    expect(await storedKeys(product, `models/${profileId}/`)).toEqual([]);
    await unblock(userId);
    const again = await signIn(email);
    expect(again.status).toBe(200);
    expect((await caller.get('/me')).status).toBe(401); // the old session stays ended
    expect(
      (await new Caller(product.origin, again.body.token!).post(`/ai-profiles/${profileId}/training`)).status,
    ).toBe(202);
    expect(
      await product.em().execute('select delta from credit_ledger where user_id = ? order by created_at', [userId]),
    ).toEqual([{ delta: 240 }, { delta: -100 }, { delta: 100 }, { delta: -100 }]);
  });

  test('a subscription ends with its period, an open checkout closes, an export is called off', async () => {
    const caller = await subscriber(product, 'starter');
    const userId = await idOf(caller);
    const queue = queueOf('upkeep');
    await queue.pause(true);
    try {
      const asked = await caller.post<{ id: string }>('/me/exports');
      await block(userId);
      expect(await product.em().execute('select status from data_export where id = ?', [asked.body.id])).toEqual([
        { status: 'failed' },
      ]);
      expect(await jobsOf(product, 'accounts.data_export_requested', 'exportId', asked.body.id)).toMatchObject([
        { outcome: 'called_off' },
      ]);
    } finally {
      await queue.resume(true);
    }
    await until('the subscription to be ending', async () => {
      const [row] = await product
        .em()
        .execute<{ status: string; cancel_at_period_end: boolean }[]>(
          'select status, cancel_at_period_end from subscription where user_id = ?',
          [userId],
        );
      return row!.cancel_at_period_end && row!.status === 'active' ? true : null;
    });
    const other = await customer(product);
    const order = await other.post<{ paymentUrl: string }>('/orders', {
      kind: 'plan',
      planId: 'starter',
      acceptEarlyStart: true,
      acceptWithdrawalEffect: true,
    });
    await block(await idOf(other));
    await until('the checkout to close', async () =>
      (await fetch(order.body.paymentUrl)).status === 410 ? true : null,
    );
  });

  test('twice, also at the same time, is once; lifting it twice, too', async () => {
    const caller = await customer(product);
    const userId = await idOf(caller);
    const answers = await Promise.all([1, 2, 3].map(() => block(userId)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await jobsOf(product, 'accounts.account_blocked', 'userId', userId)).toHaveLength(1);
    expect(await unblock(userId)).toMatchObject({ status: 200, body: { isBlocked: false, blockedReason: null } });
    expect(await unblock(userId)).toMatchObject({ status: 200, body: { isBlocked: false } });
    expect(
      await product.em().execute('select action from audit_entry where subject_id = ? order by created_at', [userId]),
    ).toEqual([{ action: 'user.block' }, { action: 'user.unblock' }]);
  });

  test('what a request under way still started is called off a little later', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, 10);
    const userId = await idOf(caller);
    const queue = queueOf('generation');
    await queue.pause(true);
    const clock = product.worker!.get(Clock);
    try {
      const run = await caller.post<{ id: string }>('/generations', {
        profileId: await profileWithModel(product, caller),
        styleId: await anyStyle(caller),
      });
      // As if the request had passed the guard before the block and committed after it.
      await product.em().execute(`update app_user set is_blocked = true where id = ?`, [userId]);
      await product
        .em()
        .execute(
          `insert into job (id, created_at, queue, topic, payload, run_after, dispatches, attempt, max_attempts) values (gen_random_uuid(), now(), 'upkeep', 'accounts.leftovers_due', ?, now() + interval '2 minutes', 0, 0, 50)`,
          [JSON.stringify({ userId })],
        );
      clock.shift(3 * MINUTE);
      await until('the run to fail', async () =>
        (
          await product.em().execute<{ status: string }[]>('select status from generation where id = ?', [run.body.id])
        )[0]!.status === 'failed'
          ? true
          : null,
      );
    } finally {
      clock.shift(-3 * MINUTE);
      await queue.resume(true);
    }
    expect(await balanceAndLedger(product, userId)).toEqual({ balance: 10, ledger: 10 });
  });
});
