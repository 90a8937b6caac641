import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { zurichMonth } from '../../platform/clock/index.js';
import { db } from '../identity.tables.js';

/** What a key did at a moment, or since. */
export interface Used {
  at: Date;
  calls?: number;
  limited?: number;
  trainings?: number;
  runs?: number;
  creditsSpent?: number;
  creditsReturned?: number;
}

/** Adds to the month of a key. One that was revoked meanwhile is known by an earlier month; of one that never was there, nothing is kept. */
export async function addUsage(em: EntityManager, keyId: string, used: Used): Promise<void> {
  const known = db(em)
    .selectFrom('api_key')
    .select(['id as key_id', 'user_id', 'name', 'hint', sql<number>`0`.as('place')])
    .where('id', '=', keyId)
    .unionAll(
      db(em)
        .selectFrom('api_key_usage')
        .select(['api_key_id as key_id', 'user_id', 'name', 'hint', sql<number>`1`.as('place')])
        .where('api_key_id', '=', keyId),
    )
    .orderBy('place')
    .limit(1);
  const { at, calls = 0, limited = 0, trainings = 0, runs = 0, creditsSpent = 0, creditsReturned = 0 } = used;
  const added = {
    calls,
    limited,
    trainings,
    runs,
    credits_spent: creditsSpent,
    credits_returned: creditsReturned,
  };
  const columns = Object.keys(added) as (keyof typeof added)[];
  await db(em)
    .insertInto('api_key_usage')
    .columns(['id', 'created_at', 'user_id', 'api_key_id', 'name', 'hint', 'month', ...columns])
    .expression(
      db(em)
        .selectFrom(known.as('k'))
        .select([
          sql<string>`${randomUUID()}::uuid`.as('id'),
          sql<Date>`${at}::timestamptz`.as('created_at'),
          'k.user_id',
          'k.key_id',
          'k.name',
          'k.hint',
          sql<string>`${zurichMonth(at)}`.as('month'),
          ...columns.map((column) => sql<number>`${added[column]}::int`.as(column)),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['api_key_id', 'month'])
        .doUpdateSet(({ eb, ref }) =>
          Object.fromEntries(columns.map((column) => [column, eb(ref(`api_key_usage.${column}`), '+', added[column])])),
        ),
    )
    .execute();
}
