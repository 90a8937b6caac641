import { sql as kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clock, MINUTE } from '../../src/platform/clock/index.js';
import { UsualTime } from '../../src/platform/database/index.js';
import { facts } from '../../src/facts/index.js';
import { customer } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import type { Caller } from '../support/caller.js';

let product: Product;
let caller: Caller;
let userId: string;
beforeAll(async () => {
  product = await startProduct();
  caller = await customer(product);
  userId = (await caller.get<{ id: string }>('/me')).body.id;
});
afterAll(() => product.stop());

const sql = (text: string, values: unknown[] = []) => product.em().execute(text, values);
/** Rows that took 1, 2, 3 … seconds and ended so many days ago. */
const insertRuns = (count: number, daysAgo: number, slower = 1) =>
  sql(
    `insert into generation (id, created_at, user_id, profile_id, style_id, scene, seed, status, progress_fraction, completed_at)
     select gen_random_uuid(), at - make_interval(secs => n * ?), ?, gen_random_uuid(), (select id from style limit 1), 'linkedin', 1, 'completed', 1, at
     from (select n, now() - make_interval(days => ?) as at from generate_series(1, ?) n) runs`,
    [slower, userId, daysAgo, count],
  );
const insertTrainings = (count: number) =>
  sql(
    `insert into ai_profile (id, created_at, user_id, name, gender, status, training_started_at, ready_at)
     select gen_random_uuid(), now() - interval '1 day', ?, 'Bewerbung', 'female', 'ready', now() - make_interval(secs => n), now() from generate_series(1, ?) n`,
    [userId, count],
  );
const newest = async () =>
  (await caller.get<{ items: { estimateSeconds: number; usualSeconds: number }[] }>('/generations?limit=1')).body
    .items[0]!;
const aMinuteLater = () => product.api.get(Clock).shift(1.1 * MINUTE);

test('runs take what they have taken lately; until enough have ended, what is promised', async () => {
  await insertRuns(19, 1);
  await insertRuns(50, 31, 1000); // too long ago to count
  expect(await newest()).toMatchObject({
    estimateSeconds: facts.generation.estimateSeconds,
    usualSeconds: 2 * facts.generation.estimateSeconds,
  });
  await sql('delete from generation where completed_at > ?', [new Date(Date.now() - 7 * 24 * 60 * MINUTE)]);
  await insertRuns(100, 1);
  expect(await newest(), 'asked once a minute').toMatchObject({ estimateSeconds: facts.generation.estimateSeconds });
  aMinuteLater();
  expect(await newest()).toMatchObject({ estimateSeconds: 51, usualSeconds: 96 });
});

test('trainings too', async () => {
  const profile = async () =>
    (await caller.get<{ items: { estimateSeconds: number | null; usualSeconds: number }[] }>('/ai-profiles')).body
      .items[0]!;
  await insertTrainings(19);
  // What has not been measured is not estimated.
  expect(await profile()).toMatchObject({ estimateSeconds: null, usualSeconds: facts.deliveryMinutes * 60 });
  await insertTrainings(41);
  aMinuteLater();
  expect((await profile()).usualSeconds).toBeGreaterThan(19);
  expect((await profile()).usualSeconds).toBeLessThan(42);
  expect((await profile()).estimateSeconds).toBeGreaterThan(9);
  expect((await profile()).estimateSeconds).toBeLessThan(32);
});

test('an outage is no answer', async () => {
  let isAway = true;
  const usual = new UsualTime(() => {
    if (isAway) throw new Error('connection lost');
    return kysely<{ seconds: number }>`(select 1::float as seconds)`;
  });
  const now = new Date();
  await expect(usual.of(product.em() as never, now)).rejects.toThrow('connection lost');
  isAway = false;
  expect(await usual.of(product.em() as never, now)).not.toBeUndefined();
});
