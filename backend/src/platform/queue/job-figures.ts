import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { db } from './queue.tables.js';
import type { QueueName } from './topics.js';

export interface QueueFigures {
  queue: QueueName;
  waiting: number;
  running: number;
  later: number;
  failed: number;
  oldestWaitingSeconds: number | null;
}

/** How many jobs were given up since a moment, for a query that asks for more. */
export const failedJobs = (since: Date): RawBuilder<number> =>
  sql<number>`(select count(*)::int from job where outcome = 'failed' and finished_at > ${since}::timestamptz)`;

/** What the jobs of each queue are up to; a queue without open or lately failed jobs is left out. */
export function readQueues(em: EntityManager, now: Date, failedSince: Date): Promise<QueueFigures[]> {
  const at = sql`${now}::timestamptz`;
  const isWaiting = sql`finished_at is null and run_after <= ${at} and (leased_until is null or leased_until < ${at})`;
  const number = (which: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${which})::int`;
  return db(em)
    .selectFrom('job')
    .select([
      sql<QueueName>`queue`.as('queue'),
      number(isWaiting).as('waiting'),
      number(sql`finished_at is null and leased_until >= ${at}`).as('running'),
      number(sql`finished_at is null and run_after > ${at} and (leased_until is null or leased_until < ${at})`).as(
        'later',
      ),
      number(sql`outcome = 'failed' and finished_at > ${failedSince}::timestamptz`).as('failed'),
      sql<number | null>`floor(extract(epoch from ${at} - min(run_after) filter (where ${isWaiting})))::int`.as(
        'oldestWaitingSeconds',
      ),
    ])
    .where(({ eb, or, and }) =>
      or([eb('finished_at', 'is', null), and([eb('outcome', '=', 'failed'), eb('finished_at', '>', failedSince)])]),
    )
    .groupBy('queue')
    .execute();
}

/** What the work of these jobs is called. */
export const jobNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('job').select(['id', 'topic as name']).where('id', 'in', ids);
