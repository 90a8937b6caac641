import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { HOUR } from '../../platform/clock/index.js';
import { knownUsers } from '../../identity/index.js';
import { db } from '../privacy.tables.js';
import type { DeletionReceipt } from './deletion-receipt.entity.js';

/** So long may a deletion be on its way into the journal, milliseconds. */
const ON_THE_WAY_MS = HOUR;

/** How many deletions should stand in the journal and do not. */
export async function countUnjournaled(em: EntityManager, now: Date): Promise<number> {
  const row = await db(em)
    .selectFrom('deletion_receipt')
    .select(sql<number>`count(*)::int`.as('number'))
    .where('journaled_at', 'is', null)
    .where('created_at', '<=', new Date(now.getTime() - ON_THE_WAY_MS))
    .executeTakeFirstOrThrow();
  return row.number;
}

/** The journal knows of this deletion. */
export async function markJournaled(em: EntityManager, id: string, now: Date): Promise<void> {
  await db(em).updateTable('deletion_receipt').set({ journaled_at: now }).where('id', '=', id).execute();
}

/** After a restore: a receipt that its owner saw before it, unless the owner is gone. */
export async function restoreReceipt(
  em: EntityManager,
  receipt: Pick<DeletionReceipt, 'id' | 'userId' | 'kind' | 'rule' | 'count' | 'model' | 'crops'> & { at: Date },
): Promise<void> {
  const { id, userId, kind, rule, count, model, crops, at } = receipt;
  await sql`
    insert into deletion_receipt (id, created_at, user_id, kind, rule, count, model, crops, journaled_at)
    select ${id}::uuid, ${at}::timestamptz, ${userId}::uuid, ${kind}, ${rule}, ${count}::int, ${model ?? null}, ${crops ?? null}::int, ${at}::timestamptz
    where ${userId}::uuid in ${knownUsers(em)} on conflict (id) do nothing`.execute(db(em));
}
