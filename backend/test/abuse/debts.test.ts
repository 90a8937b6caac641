import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { checkLedger } from '../../src/invariants/ledger.js';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import { billingAtRest, CONSENTS, creditsOf, lastCharge, subscriptionOf } from '../support/billing.js';
import { Caller } from '../support/caller.js';
import { confirmationToken, customer, registeredCustomer, subscriber } from '../support/customers.js';
import { idOf } from '../support/holdings.js';
import { lettersTo } from '../support/letters.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** Debt cannot be shed by leaving and coming back under the same address. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const emailOf = async (caller: Caller) => (await caller.get<{ email: string }>('/me')).body.email;
const leave = async (caller: Caller) => expect(await caller.post('/me/deletion', { confirmEmail: await emailOf(caller) })).toMatchObject({ status: 200 });
const order = (caller: Caller) => caller.post<{ code?: string }>('/orders', { kind: 'plan', planId: 'starter', ...CONSENTS });
const keptFor = (userId: string) => product.em().execute<{ address_hash: string; heir_id: string | null }[]>('select address_hash, heir_id from address_debt where user_id = ?', [userId]);
const book = (userId: string, delta: number) => product.em().transactional((em) => product.api.get(CreditsService).book(em, { userId, delta, reason: 'admin_adjustment', businessKey: `admin:${randomUUID()}` }));
const ledger = () => checkLedger(product.em());
const owedBy = (caller: Caller, credits: number) => until(`${credits} owed credits`, async () => ((await subscriptionOf(caller)).owedCredits === credits ? true : null));
const hasOwed = (userId: string, credits: number) =>
  until(`${credits} credits owed`, async () => ((await product.em().execute<{ owed: number }[]>('select owed from credit_account where user_id = ?', [userId]))[0]?.owed === credits ? true : null));

/** Registers again. The mail of the first time lies in the mailbox as well: its token is no good any more. */
async function comeBack(email: string): Promise<Caller> {
  await registeredCustomer(product, email);
  return until('the new account', async () => {
    const answer = await product.anonymous().post<{ token: string }>('/auth/confirm-email', { token: await confirmationToken(product, email.toLowerCase()), session: 'token' });
    return answer.status === 200 ? new Caller(product.origin, answer.body.token) : null;
  });
}

/** Somebody who has used all of a month. */
async function spender() {
  const caller = await subscriber(product, 'starter');
  await billingAtRest(product);
  const [userId, email, charge] = [await idOf(caller), await emailOf(caller), await lastCharge(product, caller)];
  await book(userId, -120);
  return { caller, userId, email, charge: charge.id };
}

describe('debt', () => {
  test('passes to the next account under the address, blocks its orders, and is settled by credits', async () => {
    const { caller, userId, email, charge } = await spender();
    await product.stripe.dispute(charge);
    await product.stripe.closeDispute(charge, 'lost');
    await hasOwed(userId, 120);
    await leave(caller);
    expect(JSON.stringify(await keptFor(userId))).not.toContain(email);
    const [letter] = await lettersTo(product, email, /^Ihr Konto ist gelöscht$/);
    expect(letter!.text).toContain('Noch offen: 120 Credits');
    const back = await comeBack(email.toUpperCase());
    expect(await order(back)).toMatchObject({ status: 409, body: { code: 'purchases_blocked' } });
    expect(await subscriptionOf(back)).toMatchObject({ owedCredits: 120, purchasesBlocked: true });
    expect(await ledger()).toEqual([]);
    await book(await idOf(back), 150);
    expect([await creditsOf(back), await ledger()]).toEqual([30, []]);
    expect((await order(back)).status).toBe(201);
  });

  test('of a chargeback that comes after account and address are new is found as well, and gone once it is won', async () => {
    const { caller, userId, email, charge } = await spender();
    await leave(caller);
    const back = await comeBack(email);
    expect(await subscriptionOf(back)).toMatchObject({ owedCredits: 0, purchasesBlocked: false });
    await book(await idOf(back), 50);
    await product.stripe.dispute(charge);
    await owedBy(back, 70);
    expect([await creditsOf(back), (await order(back)).body.code, await ledger()]).toEqual([0, 'purchases_blocked', []]);
    await product.stripe.closeDispute(charge, 'won');
    await owedBy(back, 0);
    await until('purchases', async () => ((await subscriptionOf(back)).purchasesBlocked ? null : true));
    expect([await creditsOf(back), await ledger(), (await keptFor(userId))[0]!.heir_id]).toEqual([50, [], await idOf(back)]);
  });

  test('is passed on along accounts that follow one another, and what was settled comes back when the chargeback is won', async () => {
    const { caller, userId, email, charge } = await spender();
    await product.stripe.dispute(charge);
    await hasOwed(userId, 120);
    await leave(caller);
    const second = await comeBack(email);
    await owedBy(second, 120);
    await leave(second);
    const third = await comeBack(email);
    await owedBy(third, 120);
    await book(await idOf(third), 130);
    expect([await creditsOf(third), await ledger()]).toEqual([10, []]);
    await product.stripe.closeDispute(charge, 'won');
    await until('the credits', async () => ((await creditsOf(third)) === 130 ? true : null));
    expect(await ledger()).toEqual([]);
  });

  test('an open chargeback blocks the next account too, also where nothing is owed', async () => {
    const caller = await subscriber(product, 'starter');
    await billingAtRest(product);
    const [email, charge] = [await emailOf(caller), await lastCharge(product, caller)];
    await product.stripe.dispute(charge.id);
    await until('the block', async () => ((await subscriptionOf(caller)).purchasesBlocked ? true : null));
    await leave(caller);
    const back = await comeBack(email);
    expect(await order(back)).toMatchObject({ status: 409, body: { code: 'purchases_blocked' } });
    await product.stripe.closeDispute(charge.id, 'lost');
    await until('purchases', async () => ((await subscriptionOf(back)).purchasesBlocked ? null : true));
  });

  test('neither gets lost nor doubled when account, chargeback and next account meet', async () => {
    await Promise.all([1, 2, 3, 4].map(async () => {
      const { caller, email, charge } = await spender();
      await Promise.all([leave(caller), product.stripe.dispute(charge)]);
      const back = await comeBack(email);
      await Promise.all([order(back), order(back), subscriptionOf(back)]);
      await owedBy(back, 120);
    }));
    await billingAtRest(product);
    expect(await ledger()).toEqual([]);
  });

  test('of somebody who never paid leaves nothing behind, nor does a payment that nobody can dispute any more', async () => {
    const [visitor, member] = [await customer(product), await subscriber(product, 'starter')];
    await billingAtRest(product);
    await product.em().execute('update payment set paid_at = ? where user_id = ?', [new Date(product.api.get(Clock).now().getTime() - 131 * DAY), await idOf(member)]);
    for (const caller of [visitor, member]) {
      const userId = await idOf(caller);
      await leave(caller);
      expect(await keptFor(userId)).toEqual([]);
    }
  });
});
