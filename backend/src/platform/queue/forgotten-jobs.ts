import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { HOUR } from '../clock/index.js';
import { db } from './queue.tables.js';
import type { Topic } from './topics.js';

/** Longer than any queue is ever behind, milliseconds: who is due for so long and in nobody's hands was forgotten. */
const FORGOTTEN_MS = HOUR;

/** I6: no job is past its time without an owner. */
export async function checkForgottenJobs(em: EntityManager, now: Date): Promise<string[]> {
  const late = await db(em)
    .selectFrom('job')
    .select(['id', 'topic', 'run_after'])
    .where('finished_at', 'is', null)
    .where('run_after', '<', new Date(now.getTime() - FORGOTTEN_MS))
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .orderBy('run_after')
    .execute();
  return late.map(
    ({ id, topic, run_after }) =>
      `I6 job ${id} (${topic}) is due since ${run_after.toISOString()} and in nobody's hands`,
  );
}

/** The values of a payload's field in unfinished jobs of a topic, for a query that looks for work without its job. */
export const valuesUnderWay = <T>(em: EntityManager, topic: Topic<T>, field: keyof T & string) =>
  db(em)
    .selectFrom('job')
    .select(sql<string>`payload ->> ${sql.lit(field)}`.as('value'))
    .where(sql`payload ->> ${sql.lit(field)}`, 'is not', null)
    .where('finished_at', 'is', null)
    .where('topic', '=', topic.name);
