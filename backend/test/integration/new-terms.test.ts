import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { DAY } from '../../src/platform/clock/index.js';
import { announce, announcements, sendOut, TEXT } from '../support/announcements.js';
import { passTime, type SubscriptionAnswer } from '../support/billing.js';
import { Caller, idOf } from '../support/caller.js';
import { customer, sessionOf, subscriber } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { settled, violations } from '../support/retention.js';

const version = facts.consents.terms;
const OLD = '2026-01';
interface Question {
  newTerms: { version: string; text: string; paidUntil: string | null } | null;
}

let product: Product;
let admin: Caller;
let early: Caller;
let payer: Caller;
let announcedId: string;

const asked = async (caller: Caller) => (await caller.get<Question>('/me/new-terms')).body.newTerms;
const answer = (caller: Caller, given: 'accepted' | 'refused', of: string = version) =>
  caller.post<Question & { code?: string }>('/me/new-terms', { version: of, answer: given });
const again = async (caller: Caller) => sessionOf(product, await idOf(caller));
const plan = async (caller: Caller) => (await caller.get<SubscriptionAnswer>('/subscription')).body.subscription;
const acceptedVersion = async (caller: Caller) =>
  (await caller.get<{ terms: { version: string; acceptedAt: string } }>('/consents')).body.terms;

/** Somebody who registered under the terms of before. */
async function underOldTerms(caller: Promise<Caller>): Promise<Caller> {
  const found = await caller;
  await product.em().execute('update app_user set terms_version = ? where id = ?', [OLD, await idOf(found)]);
  return found;
}

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
  early = await underOldTerms(customer(product));
  const { body } = await announce(admin, { kind: 'terms', version });
  announcedId = body.id;
  expect(body).toMatchObject({ concerned: 1, isPublished: true });
  await sendOut(product, admin, announcedId);
});
afterAll(() => product.stop());

describe('new terms', () => {
  test('are asked about from their day on and not before; accepting keeps version and time', async () => {
    expect(await asked(early)).toBeNull();
    expect(await answer(early, 'accepted')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    // Who joins now has the new ones from the start, and is never asked.
    const newcomer = await customer(product);
    expect((await acceptedVersion(newcomer)).version).toBe(version);
    await passTime(product, { days: 29 });
    early = await again(early);
    expect(await asked(early)).toBeNull();
    await passTime(product, { days: 3 });
    early = await again(early);
    expect(await asked(early)).toMatchObject({ version, text: TEXT, paidUntil: null });
    expect(await asked(await again(newcomer))).toBeNull();
    expect((await acceptedVersion(early)).version).toBe(OLD);

    expect((await answer(early, 'accepted', '2026-05')).status).toBe(409);
    const before = Date.now();
    const answers = await Promise.all([0, 1].map(() => answer(early, 'accepted')));
    expect(answers.map(({ status, body }) => [status, body.newTerms])).toEqual([
      [200, null],
      [200, null],
    ]);
    const accepted = await acceptedVersion(early);
    expect(accepted.version).toBe(version);
    expect(Date.parse(accepted.acceptedAt)).toBeGreaterThan(before + 30 * DAY);
    admin = await promote(product, await again(admin), { secondFactor: true });
    const [shown] = (await announcements(admin)).items;
    expect(shown).toMatchObject({ id: announcedId, accepted: 1, refused: 0 });
  });

  test('an email that went late is asked about later', async () => {
    // The look of a day finds who came under the old terms.
    payer = await underOldTerms(subscriber(product, 'starter'));
    await passTime(product, { hours: 26 });
    await settled(product);
    await passTime(product, { days: 28 });
    expect(await asked(await again(payer))).toBeNull();
  });

  test('refused, they end the plan with its paid period at no cost, and the old ones hold until then', async () => {
    await passTime(product, { days: 4 });
    payer = await again(payer);
    await payer.post('/subscription/synchronise');
    const key = await payer.post<{ secret: string }>('/api-keys', {
      name: 'Programm',
      scopes: ['account:read'],
    });
    const running = (await plan(payer))!;
    expect(await asked(payer)).toMatchObject({ version, paidUntil: running.currentPeriodEnd });
    expect((await answer(payer, 'refused')).body.newTerms).toBeNull();
    expect((await answer(payer, 'refused')).status).toBe(200);
    expect(await plan(payer)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      currentPeriodEnd: running.currentPeriodEnd,
      priceRappen: running.priceRappen,
    });
    expect((await acceptedVersion(payer)).version).toBe(OLD);
    expect(await asked(await again(payer))).toBeNull();
    const program = new Caller(product.origin, key.body.secret);
    expect((await program.get('/me')).status).toBe(200);
    const refunds = await product.em().execute('select 1 from refund where user_id = ?', [await idOf(payer)]);
    expect(refunds).toEqual([]);
    const { files } = await exported(await again(payer));
    expect(JSON.parse(files.get('ankuendigungen.json')!.toString())).toEqual([
      expect.objectContaining({ kind: 'terms', version, answer: 'refused', answeredAt: expect.any(String) }),
    ]);
  });

  test('are asked about again once the plan is resumed; no key and no stranger can answer', async () => {
    await payer.post('/subscription/resume');
    expect(await asked(payer)).toMatchObject({ version });
    expect((await product.anonymous().get('/me/new-terms')).status).toBe(401);
    expect((await answer(await customer(product), 'refused')).status).toBe(409);
    expect((await answer(payer, 'refused')).status).toBe(200);
    expect(await plan(payer)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  test('after the paid period a new sign-in asks again, and nothing is charged any more', async () => {
    await passTime(product, { days: 33 });
    expect(await asked(payer).catch(() => null)).toBeFalsy();
    payer = await again(payer);
    await payer.post('/subscription/synchronise');
    expect(await asked(payer)).toMatchObject({ version, paidUntil: null });
    expect((await answer(payer, 'refused')).body.newTerms).toBeNull();
    expect(await asked(payer)).toBeNull();
    expect(await asked(await again(payer))).toMatchObject({ version });
    expect(await violations(product)).toEqual([]);
  });
});
