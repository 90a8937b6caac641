import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AnnouncementReceipt, RefusalsService } from '../../src/announcements/index.js';
import { facts } from '../../src/facts/index.js';
import { SubscriptionCommandsService, SynchronisationService } from '../../src/payments/index.js';
import { announce, sendOut } from '../support/announcements.js';
import { passTime, stripeOf, type SubscriptionAnswer } from '../support/billing.js';
import { idOf, type Caller } from '../support/caller.js';
import { customer, sessionOf, subscriber } from '../support/customers.js';
import { promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { settled } from '../support/retention.js';

const version = facts.consents.terms;
let product: Product;
let people: { userId: string; caller: Caller }[];

const asked = async (caller: Caller) =>
  (await caller.get<{ newTerms: object | null }>('/me/new-terms')).body.newTerms !== null;
const refuse = (caller: Caller) => caller.post('/me/new-terms', { version, answer: 'refused' });
const plan = async (caller: Caller) => {
  await caller.post('/subscription/synchronise');
  return (await caller.get<SubscriptionAnswer>('/subscription')).body.subscription!;
};
const receipt = (userId: string) => product.em().findOneOrFail(AnnouncementReceipt, { userId });
const next = () => people.pop()!;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  const admin = await promote(product, await customer(product), { secondFactor: true });
  const callers = [];
  for (let count = 0; count < 5; count += 1) callers.push(await subscriber(product, 'starter'));
  const ids = await Promise.all(callers.map(idOf));
  for (const id of ids) await product.em().execute(`update app_user set terms_version = '2026-01' where id = ?`, [id]);
  const { body } = await announce(admin, { kind: 'terms', version });
  await sendOut(product, admin, body.id);
  await passTime(product, { days: 32 });
  await settled(product);
  people = await Promise.all(ids.map(async (userId) => ({ userId, caller: await sessionOf(product, userId) })));
});
afterAll(() => product.stop());

test('a plan that is resumed while it is refused does not run on under refused terms', async () => {
  const { userId, caller } = next();
  const commands = product.api.get(SubscriptionCommandsService);
  const cancel = commands.cancel.bind(commands);
  const canceling = vi.spyOn(commands, 'cancel').mockImplementationOnce(async (id) => {
    await cancel(id);
    await caller.post('/subscription/resume');
  });
  expect((await refuse(caller)).status).toBe(200);
  expect(canceling).toHaveBeenCalledTimes(1);
  canceling.mockRestore();
  await settled(product);
  expect(await plan(caller)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  expect((await receipt(userId)).answer).toBeNull();
  expect(await asked(caller)).toBe(true);
});

test('a refusal that is written ends the plan after a crash, once', async () => {
  const { userId, caller } = next();
  const ending = vi.spyOn(product.api.get(RefusalsService), 'end').mockRejectedValueOnce(new Error('dead'));
  expect((await refuse(caller)).status).toBe(200);
  ending.mockRestore();
  expect((await receipt(userId)).answer).toBe('refused');
  await settled(product);
  expect((await receipt(userId)).planEndedAt).not.toBeNull();
  expect(await plan(caller)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
  const answers = await Promise.all([refuse(caller), refuse(caller)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await asked(caller)).toBe(false);
});

test('two refusals at once are one', async () => {
  const { userId, caller } = next();
  const answers = await Promise.all([refuse(caller), refuse(caller)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await settled(product);
  expect(await plan(caller)).toMatchObject({ cancelAtPeriodEnd: true });
  expect(await receipt(userId)).toMatchObject({ answer: 'refused', planEndedAt: expect.any(Date) });
});

test('a plan that was resumed at the provider is asked about again', async () => {
  const { userId, caller } = next();
  await refuse(caller);
  expect(await asked(caller)).toBe(false);
  const [row] = await product
    .em()
    .execute<{ provider_id: string }[]>('select provider_id from subscription where user_id = ?', [userId]);
  await stripeOf(product).subscriptions.update(row!.provider_id, { cancel_at_period_end: false });
  expect(await plan(caller)).toMatchObject({ cancelAtPeriodEnd: false });
  expect(await asked(caller)).toBe(true);
  expect((await refuse(caller)).status).toBe(200);
  expect(await plan(caller)).toMatchObject({ cancelAtPeriodEnd: true });
});

test('a refusal that was taken back while the provider was read ends nothing', async () => {
  const { userId, caller } = next();
  const { id } = await receipt(userId);
  await product
    .em()
    .execute(
      `update announcement_receipt set answer = 'refused', answered_at = now(), old_terms_until = now() where id = ?`,
      [id],
    );
  const reading = vi
    .spyOn(product.api.get(SynchronisationService), 'synchroniseUser')
    .mockImplementationOnce(async () => {
      expect((await caller.post('/me/new-terms', { version, answer: 'accepted' })).status).toBe(200);
      return 0;
    });
  await product.api.get(RefusalsService).end(id);
  expect(reading).toHaveBeenCalledTimes(1);
  reading.mockRestore();
  expect(await plan(caller)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  expect(await receipt(userId)).toMatchObject({ answer: 'accepted', planEndedAt: null });
});
