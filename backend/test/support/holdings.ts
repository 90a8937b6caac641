import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { idOf, type Caller } from './caller.js';
import { profileMarkedReady } from './customers.js';
import type { Product } from './product.js';

/** What the storage of a product holds. */
export const storedKeys = async (product: Product, prefix = ''): Promise<string[]> => {
  const storage = product.api.get(ObjectStorage);
  const all = prefix
    ? await Array.fromAsync(storage.list(prefix))
    : await Array.fromAsync(storage.listAll(), ({ key }) => key);
  return all.toSorted();
};

export { idOf };

const picture = () =>
  sharp({
    create: {
      width: 24,
      height: 30,
      channels: 3,
      background: { r: randomInt(256), g: randomInt(256), b: randomInt(256) },
    },
  });

/** A ready profile with the files of its model, without an engine having run. */
export async function profileWithModel(product: Product, caller: Caller): Promise<string> {
  const id = await profileMarkedReady(product, caller);
  const prefix = `models/${id}/${randomUUID()}-1/`;
  const storage = product.api.get(ObjectStorage);
  await storage.put(`${prefix}cutout-1.webp`, await picture().webp().toBuffer(), 'image/webp');
  await storage.put(`${prefix}preview.webp`, await picture().webp().toBuffer(), 'image/webp');
  await product
    .em()
    .execute(
      `insert into trained_model (id, created_at, profile_id, engine, descriptor, storage_prefix, artifact_count, has_preview) values (?, now(), ?, 'studio', '{"version":1}', ?, 1, true)`,
      [randomUUID(), id, prefix],
    );
  return id;
}

/** A completed run with this many portraits, stored as a run stores them. @returns the files by the portraits' ids. */
export async function completedRun(
  product: Product,
  caller: Caller,
  profileId: string,
  count = 2,
): Promise<{ id: string; portraits: Map<string, Buffer> }> {
  const [id, userId] = [randomUUID(), await idOf(caller)];
  const em = product.em();
  await em.execute(
    `insert into generation (id, created_at, user_id, profile_id, style_id, scene, seed, status, progress_fraction, completed_at, expires_at)
     select ?, now(), ?, ?, id, scene, 1, 'completed', 1, now(), now() + interval '90 days' from style order by sort_order limit 1`,
    [id, userId, profileId],
  );
  const portraits = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const jpeg = Buffer.concat([await picture().jpeg().toBuffer(), randomBytes(40_000)]);
    const [portraitId, key, preview] = [
      randomUUID(),
      `portraits/${id}/${index}.jpg`,
      `portraits/${id}/${index}-preview.webp`,
    ];
    await product.api.get(ObjectStorage).put(key, jpeg, 'image/jpeg');
    await product.api.get(ObjectStorage).put(preview, await picture().webp().toBuffer(), 'image/webp');
    await em.execute(
      'insert into portrait (id, created_at, generation_id, user_id, position, storage_key, preview_key, width, height, bytes, likeness, rank) values (?, now(), ?, ?, ?, ?, ?, 24, 30, ?, 0.8, 0.8)',
      [portraitId, id, userId, index, key, preview, jpeg.length],
    );
    portraits.set(portraitId, jpeg);
  }
  return { id, portraits };
}

/** The record of what was shown that a run which was charged leaves (I11). */
export async function recordShown(em: EntityManager, runId: string): Promise<void> {
  await em.execute(
    `insert into shown_run (generation_id, user_id, charge_key, shown_at) select ?, user_id, business_key, now() from credit_ledger where business_key = ?`,
    [runId, `generation:${runId}:charge`],
  );
}

/** Makes somebody an admin, with or without a second factor in the open session. */
export async function promote(product: Product, caller: Caller, options: { secondFactor: boolean }): Promise<Caller> {
  const id = await idOf(caller);
  await product.em().execute(`update app_user set role = 'admin' where id = ?`, [id]);
  await product.em().execute('update session set second_factor = ? where user_id = ?', [options.secondFactor, id]);
  return caller;
}

/** The balance and what the ledger adds up to; always the same (invariant I1). */
export async function balanceAndLedger(product: Product, userId: string): Promise<{ balance: number; ledger: number }> {
  const [row] = await product
    .em()
    .execute<{ balance: number; ledger: number }[]>(
      'select (select balance from credit_account where user_id = ?)::int as balance, (select coalesce(sum(delta), 0) from credit_ledger where user_id = ?)::int as ledger',
      [userId, userId],
    );
  return row!;
}

/** The unfinished and finished jobs of a topic about somebody or something. */
export function jobsOf(product: Product, topic: string, field: string, value: string) {
  return product.em().execute<
    {
      id: string;
      attempt: number;
      outcome: string | null;
      finished_at: Date | null;
      payload: Record<string, unknown>;
    }[]
  >(`select id, attempt, outcome, finished_at, payload from job where topic = ? and payload->>'${field}' = ? order by created_at`, [topic, value]);
}
