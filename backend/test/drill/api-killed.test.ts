import { randomUUID } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { creditsOf, ledgerOf } from '../support/billing.js';
import { Caller, type Answer } from '../support/caller.js';
import { anyStyle, consenting, draftMarkedComplete, profileMarkedReady, subscriber } from '../support/customers.js';
import { HeldLine } from '../support/held-line.js';
import { storedKeys } from '../support/holdings.js';
import { referencePhotos } from '../support/photos.js';
import { killProductProcesses, startApiProcess } from '../support/product-processes.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** Fault 3: the API is killed when a command is committed and its answer not yet on its way; and, with an upload, just before. */
let product: Product;
let caller: Caller;
let line: HeldLine;
let led: string;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  ({ line, url: led } = await HeldLine.to(product.config.databaseUrl));
  // What is begun stays begun: these tests are about commands, not about what becomes of them.
  for (const queue of ['training', 'generation'])
    await product.worker!.get<Queue>(getQueueToken(queue), { strict: false }).pause(true);
  caller = await subscriber(product);
});
afterAll(async () => {
  await killProductProcesses();
  await line.stop();
  await product.stop();
});

type Ask = (caller: Caller) => Promise<Answer<{ id: string }>>;

/** Asks an API that stands still at a moment of its talk with the database, kills it there, and asks the next one the same again. */
async function askTwice(standsStill: Promise<void>, ask: Ask): Promise<Answer<{ id: string }>> {
  const first = await startApiProcess(product, { DATABASE_URL: led });
  const answer = ask(new Caller(first.origin, caller.token)).then(
    ({ status }) => `answered ${status}`,
    () => 'cut off',
  );
  await standsStill;
  await first.kill();
  expect(await answer).toBe('cut off');
  const second = await startApiProcess(product);
  return ask(new Caller(second.origin, caller.token));
}

const rows = <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  product.em().execute<T[]>(sql, values);
const violations = () => checkInvariants(product.em(), product.api.get(PaymentProvider));

test('kill -9 between the commit of a run and its answer: the retry gets the same run, charged once', async () => {
  const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
  const [before, key] = [await creditsOf(caller), randomUUID()];
  const retried = await askTwice(line.holdAfterCommitOf('insert into "idempotency_record"'), (by) =>
    by.post('/generations', body, key),
  );
  expect(retried.status).toBe(202);
  expect(await rows('select id from generation where profile_id = ?', [body.profileId])).toEqual([
    { id: retried.body.id },
  ]);
  expect(await rows("select 1 from job where topic = 'generations.generation_requested'")).toHaveLength(1);
  expect((await ledgerOf(caller)).filter(({ reason }) => reason === 'generation_charge')).toHaveLength(1);
  expect(await creditsOf(caller)).toBe(before - facts.generation.credits);
  expect(await violations()).toEqual([]);
});

test('kill -9 between the commit of a training and its answer: the retry finds it begun, charged once', async () => {
  const profileId = await draftMarkedComplete(product, caller);
  const [before, key] = [await creditsOf(caller), randomUUID()];
  const retried = await askTwice(line.holdAfterCommitOf('insert into "idempotency_record"'), (by) =>
    by.post(`/ai-profiles/${profileId}/training`, undefined, key),
  );
  expect(retried).toMatchObject({ status: 202, body: { id: profileId, status: 'training' } });
  expect(await rows('select cycle_attempts from ai_profile where id = ?', [profileId])).toEqual([
    { cycle_attempts: 1 },
  ]);
  expect(await rows("select 1 from job where topic = 'ai-profiles.training_requested'")).toHaveLength(1);
  expect((await ledgerOf(caller)).filter(({ reason }) => reason === 'training_charge')).toHaveLength(1);
  expect(await creditsOf(caller)).toBe(before - facts.training.credits);
  expect(await violations()).toEqual([]);
});

test('kill -9 between the file of a photo and its row: the photo may be sent again, and with the profile the file goes too', async () => {
  await consenting(caller);
  const profileId = (await caller.post<{ id: string }>('/ai-profiles', { gender: 'male' })).body.id;
  const [photo] = await referencePhotos();
  const retried = await askTwice(line.holdBefore('insert into "reference_photo"'), (by) =>
    by.upload(profileId, photo!),
  );
  expect(retried).toMatchObject({ status: 201, body: { accepted: true, count: 1 } });
  expect(await storedKeys(product, `photos/${profileId}/`)).toHaveLength(2);
  expect((await caller.delete(`/ai-profiles/${profileId}`)).status).toBe(204);
  await until('the files to go', async () =>
    (await storedKeys(product, `photos/${profileId}/`)).length === 0 ? true : null,
  );
});
