import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from './engine-runs.tables.js';

/** What runs of the hosted engine came to since a moment. */
export const readHostedRuns = (em: EntityManager, since: Date) =>
  db(em)
    .selectFrom('engine_run')
    .select([
      sql<number>`count(*)::int`.as('runs'),
      sql<number>`count(*) filter (where status in ('failed', 'overdue', 'gone'))::int`.as('failed'),
      sql<number>`coalesce(round(sum(seconds)), 0)::int`.as('seconds'),
      sql<number>`coalesce(sum(usd_micros), 0)::float8`.as('usdMicros'),
    ])
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
