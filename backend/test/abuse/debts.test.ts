import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { checkLedger } from '../../src/invariants/index.js';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import { Sealing } from '../../src/platform/sealing/index.js';
import {
  billingAtRest,
  CONSENTS,
  creditsOf,
  lastCharge,
  stripeOf,
  subscriptionOf,
  synchronise,
} from '../support/billing.js';
import { Caller } from '../support/caller.js';
import { comeBack, customer, emailOf, leave, signedUp, subscriber } from '../support/customers.js';
import { idOf } from '../support/holdings.js';
import { emailsTo } from '../support/emails.js';
import { inFrancs, PLAN_PRICES } from '../support/prices.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { until } from '../support/until.js';

/** Debt cannot be shed by leaving and coming back under the same address. */
let product: Product;
useSharedProduct((shared) => (product = shared));

const order = (caller: Caller) =>
  caller.post<{ code?: string }>('/orders', { kind: 'plan', planId: 'starter', ...CONSENTS });
const keptFor = (userId: string) =>
  product
    .em()
    .execute<{ address_hash: string; heir_id: string | null }[]>(
      'select address_hash, heir_id from address_debt where user_id = ?',
      [userId],
    );
const book = (userId: string, delta: number) =>
  product
    .em()
    .transactional((em) =>
      product.api
        .get(CreditsService)
        .book(em, { userId, delta, reason: 'admin_adjustment', businessKey: `admin:${randomUUID()}` }),
    );
/** The next account under an address. */
const anew = async (email: string) => (await signedUp(product, email)).caller;
const ledger = () => checkLedger(product.em());
const owedBy = (caller: Caller, credits: number) =>
  until(`${credits} owed credits`, async () => ((await subscriptionOf(caller)).owedCredits === credits ? true : null));
const hasOwed = (userId: string, credits: number) =>
  until(`${credits} credits owed`, async () =>
    (await product.em().execute<{ owed: number }[]>('select owed from credit_account where user_id = ?', [userId]))[0]
      ?.owed === credits
      ? true
      : null,
  );

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
    expect((await caller.get('/me/deletion')).body).toMatchObject({ owedCredits: 120, keepsAddressHash: true });
    await leave(caller);
    // Under the server's key: with the table alone nobody can try addresses out.
    expect(await keptFor(userId)).toEqual([
      { address_hash: product.api.get(Sealing).fingerprint('address-debt', email), heir_id: null },
    ]);
    const [mail] = await emailsTo(product, email, /^Ihr Konto ist gelöscht$/);
    expect(mail!.text).toContain('Noch offen: 120 Credits');
    const back = await comeBack(product, email.toUpperCase());
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
    const back = await anew(email);
    expect(await subscriptionOf(back)).toMatchObject({ owedCredits: 0, purchasesBlocked: false });
    await book(await idOf(back), 50);
    await product.stripe.dispute(charge);
    await owedBy(back, 70);
    expect([await creditsOf(back), (await order(back)).body.code, await ledger()]).toEqual([
      0,
      'purchases_blocked',
      [],
    ]);
    await product.stripe.closeDispute(charge, 'won');
    await owedBy(back, 0);
    await until('purchases', async () => ((await subscriptionOf(back)).purchasesBlocked ? null : true));
    expect([await creditsOf(back), await ledger(), (await keptFor(userId))[0]!.heir_id]).toEqual([
      50,
      [],
      await idOf(back),
    ]);
  });

  test('is passed on along accounts that follow one another, and what was settled comes back when the chargeback is won', async () => {
    const { caller, userId, email, charge } = await spender();
    await product.stripe.dispute(charge);
    await hasOwed(userId, 120);
    await leave(caller);
    const second = await anew(email);
    await owedBy(second, 120);
    await leave(second);
    const third = await anew(email);
    await owedBy(third, 120);
    await book(await idOf(third), 130);
    expect([await creditsOf(third), await ledger()]).toEqual([10, []]);
    await product.stripe.closeDispute(charge, 'won');
    await until('the credits', async () => ((await creditsOf(third)) === 130 ? true : null));
    expect(await ledger()).toEqual([]);
  });

  test('an open chargeback blocks the next account too, and the one after it, also where nothing is owed', async () => {
    const caller = await subscriber(product, 'starter');
    await billingAtRest(product);
    const [email, charge] = [await emailOf(caller), await lastCharge(product, caller)];
    await product.stripe.dispute(charge.id);
    await until('the block', async () => ((await subscriptionOf(caller)).purchasesBlocked ? true : null));
    await leave(caller);
    const second = await anew(email);
    expect(await order(second)).toMatchObject({ status: 409, body: { code: 'purchases_blocked' } });
    await leave(second);
    const back = await anew(email);
    expect(await order(back)).toMatchObject({ status: 409, body: { code: 'purchases_blocked' } });
    await product.stripe.closeDispute(charge.id, 'lost');
    await until('purchases', async () => ((await subscriptionOf(back)).purchasesBlocked ? null : true));
  });

  test('a payment recorded before its customer left in the same second is not given back', async () => {
    const { userId, email, caller } = await spender();
    await leave(caller);
    await billingAtRest(product);
    await product
      .em()
      .execute(
        `update payment set created_at = date_trunc('second', u.deleted_at), paid_at = date_trunc('second', u.deleted_at) from app_user u where u.id = payment.user_id and u.id = ?`,
        [userId],
      );
    for (const event of product.stripe.events().slice(-2)) await product.stripe.resendEvent(event.id);
    await billingAtRest(product);
    expect(
      await product.em().execute('select refunded_rappen, wound_up_at from payment where user_id = ?', [userId]),
    ).toEqual([{ refunded_rappen: 0, wound_up_at: null }]);
    expect(await subscriptionOf(await anew(email))).toMatchObject({
      owedCredits: 0,
      purchasesBlocked: false,
    });
  });

  test('neither gets lost nor doubled when account, chargeback and next account meet', async () => {
    await Promise.all(
      [1, 2].map(async () => {
        const { caller, email, charge } = await spender();
        await Promise.all([leave(caller), product.stripe.dispute(charge)]);
        const back = await anew(email);
        await Promise.all([order(back), order(back), subscriptionOf(back)]);
        await owedBy(back, 120);
      }),
    );
    await billingAtRest(product);
    expect(await ledger()).toEqual([]);
  });

  test('that is just being booked is waited for by the next account', async () => {
    const { caller, userId, email, charge } = await spender();
    await leave(caller);
    const back = await anew(email);
    await billingAtRest(product);
    let standing!: ReturnType<typeof subscriptionOf>;
    await product.em().transactional(async (em) => {
      await product.api.get(CreditsService).takeBack(em, { userId, credits: 120, businessKey: `test:${randomUUID()}` });
      await em.execute('update payment set credits_taken_back = 120 where user_id = ?', [userId]);
      let isTold = false;
      standing = subscriptionOf(back).finally(() => (isTold = true));
      await until('the next account to wait', async () => {
        const rows: unknown[] = await product
          .em()
          .execute(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return isTold || rows.length > 0 ? true : null;
      });
    });
    expect((await standing).owedCredits).toBe(120);
    await product.stripe.dispute(charge);
    await billingAtRest(product);
    expect(await ledger()).toEqual([]);
  });

  test('of somebody who never paid leaves nothing behind, nor does a payment that nobody can dispute any more', async () => {
    const [visitor, member] = [await customer(product), await subscriber(product, 'starter')];
    await billingAtRest(product);
    await product
      .em()
      .execute('update payment set paid_at = ? where user_id = ?', [
        new Date(product.api.get(Clock).now().getTime() - 131 * DAY),
        await idOf(member),
      ]);
    for (const caller of [visitor, member]) {
      const userId = await idOf(caller);
      expect((await caller.get('/me/deletion')).body).toMatchObject({ owedCredits: 0, keepsAddressHash: false });
      await leave(caller);
      expect(await keptFor(userId)).toEqual([]);
    }
  });

  test('may still come of an old payment while its chargeback is open', async () => {
    const caller = await subscriber(product, 'starter');
    await billingAtRest(product);
    const userId = await idOf(caller);
    await product.stripe.dispute((await lastCharge(product, caller)).id);
    await until('the block', async () => ((await subscriptionOf(caller)).purchasesBlocked ? true : null));
    await product
      .em()
      .execute(`update payment set paid_at = paid_at - interval '131 days' where user_id = ?`, [userId]);
    await leave(caller);
    expect(await keptFor(userId)).toHaveLength(1);
  });
});

interface OrderState {
  id: string;
  status: string;
  awaitsDispute: boolean;
  refundRappen: number;
}
const planOrder = async (caller: Caller) => (await caller.get<{ items: OrderState[] }>('/orders')).body.items.at(-1)!;
const refundsOf = async (charge: string) =>
  (await stripeOf(product).refunds.list({ charge })).data.map(({ amount }) => amount);
const decided = (email: string) => emailsTo(product, email, /^Ihre Rückbuchung ist entschieden$/);

/** What 90 credits of 120 are worth. */
const UNUSED_RAPPEN = Math.ceil((PLAN_PRICES.starter * 90) / 120);

/** Somebody with 90 credits left of 120, whose bank holds the money back. */
async function disputing(refundedBefore = 0) {
  const caller = await subscriber(product, 'starter');
  await billingAtRest(product);
  const [userId, email, charge] = [await idOf(caller), await emailOf(caller), (await lastCharge(product, caller)).id];
  await book(userId, -30);
  if (refundedBefore > 0) await stripeOf(product).refunds.create({ charge, amount: refundedBefore });
  await product.stripe.dispute(charge);
  await until('the block', async () => ((await subscriptionOf(caller)).purchasesBlocked ? true : null));
  return { caller, userId, email, charge };
}

async function withdrawn(caller: Caller): Promise<OrderState> {
  const { id } = await planOrder(caller);
  expect((await caller.get(`/orders/${id}/withdrawal`)).body).toMatchObject({
    refundRappen: 0,
    credits: 0,
    awaitsDispute: true,
  });
  const answer = await caller.post<OrderState>(`/orders/${id}/withdrawal`);
  expect(answer).toMatchObject({ status: 200, body: { status: 'withdrawn', awaitsDispute: true, refundRappen: 0 } });
  return answer.body;
}

describe('a withdrawal while a chargeback is open', () => {
  test('pays back the unused share once the chargeback is won, once, whatever is heard how often', async () => {
    const { caller, email, charge } = await disputing();
    const { id } = await withdrawn(caller);
    const [confirmation] = await emailsTo(product, email, /^Ihr Widerruf ist bestätigt$/);
    expect(confirmation!.text).toContain('rechnen wir ab, sobald die Bank entschieden hat');
    expect(confirmation!.text).not.toContain('bereits ganz genutzt');
    await until('the end of the contract', async () =>
      (await subscriptionOf(caller)).subscription === null ? true : null,
    );
    product.stripe.holdWebhooks();
    await product.stripe.closeDispute(charge, 'won');
    await product.stripe.releaseWebhooks((events) => [...events, ...events].toReversed());
    await until('the money', async () => ((await refundsOf(charge)).length > 0 ? true : null));
    await Promise.all([1, 2, 3].map(() => synchronise(caller)));
    expect([await refundsOf(charge), await creditsOf(caller), await ledger()]).toEqual([[UNUSED_RAPPEN], 0, []]);
    expect((await caller.get(`/orders/${id}`)).body).toMatchObject({
      status: 'withdrawn',
      awaitsDispute: false,
      refundRappen: UNUSED_RAPPEN,
    });
    expect(await subscriptionOf(caller)).toMatchObject({ subscription: null, owedCredits: 0, purchasesBlocked: false });
    const [mail] = await decided(email);
    expect(mail!.text).toMatch(
      /Vertrag: Ihr Widerruf vom .* gilt; diese Bestellung ist aufgehoben\.\nCredits: .*Ihr Guthaben beträgt 0 Credits\.\nGeld: Wir zahlen Ihnen/,
    );
    expect(mail!.text).toContain(`Geld: Wir zahlen Ihnen ${inFrancs(UNUSED_RAPPEN)} zurück`);
  });

  test('pays nothing more once it is lost: the customer has the money, the contract is over', async () => {
    const { caller, email, charge } = await disputing();
    const { id } = await withdrawn(caller);
    await product.stripe.closeDispute(charge, 'lost');
    const [mail] = await decided(email);
    expect(mail!.text).toMatch(
      /diese Bestellung ist aufgehoben\.\nCredits: .* 30 Credits\..*\nGeld: Ihre Bank hat Ihnen CHF [\d.]+ gutgeschrieben\. Von uns kommt dafür nichts weiter\./,
    );
    expect(mail!.text).toContain(`Ihre Bank hat Ihnen ${inFrancs(PLAN_PRICES.starter)} gutgeschrieben`);
    expect((await caller.get(`/orders/${id}`)).body).toMatchObject({
      status: 'withdrawn',
      awaitsDispute: false,
      refundRappen: 0,
    });
    expect([
      await refundsOf(charge),
      await creditsOf(caller),
      (await subscriptionOf(caller)).owedCredits,
      await ledger(),
    ]).toEqual([[], 0, 30, []]);
  });

  test('of what is left of a payment pays back no more than the unused share of the rest', async () => {
    const half = PLAN_PRICES.starter / 2;
    const { caller, charge } = await disputing(half);
    await withdrawn(caller);
    await product.stripe.closeDispute(charge, 'won');
    await until('the decision', async () => ((await planOrder(caller)).awaitsDispute ? null : true));
    await billingAtRest(product);
    await synchronise(caller);
    expect([(await refundsOf(charge)).toReversed(), await creditsOf(caller), await ledger()]).toEqual([
      [half, Math.ceil((PLAN_PRICES.starter * 30) / 120)],
      0,
      [],
    ]);
  });

  test('is told of once, also when it is heard of only once it is lost', async () => {
    const caller = await subscriber(product, 'starter');
    await billingAtRest(product);
    const { id: charge } = await lastCharge(product, caller);
    product.stripe.holdWebhooks();
    await product.stripe.dispute(charge);
    await product.stripe.closeDispute(charge, 'lost');
    await product.stripe.releaseWebhooks();
    const [mail] = await decided(await emailOf(caller));
    expect(mail!.text).toContain(`Ihre Bank hat Ihnen ${inFrancs(PLAN_PRICES.starter)} gutgeschrieben`);
    await Promise.all([1, 2, 3].map(() => synchronise(caller)));
    expect(
      await product
        .em()
        .execute(
          `select 1 from job j join payment p on p.id::text = j.payload->>'paymentId' where j.topic = 'billing.dispute_decided' and p.user_id = ?`,
          [await idOf(caller)],
        ),
    ).toHaveLength(1);
  });

  test('without a withdrawal leaves contract and credits as they were, and a mail says so', async () => {
    const { caller, email, charge } = await disputing();
    await product.stripe.closeDispute(charge, 'won');
    const [mail] = await decided(email);
    expect(mail!.text).toContain(
      'Vertrag: Ihr Abo «Starter» läuft weiter.\nCredits: Die Credits dieser Zahlung, die wir zurückgenommen hatten, gehören wieder Ihnen. Ihr Guthaben beträgt 90 Credits.\nGeld: Ihre Zahlung bleibt bestehen',
    );
    expect([await creditsOf(caller), await refundsOf(charge), (await planOrder(caller)).status]).toEqual([
      90,
      [],
      'paid',
    ]);
  });
});
