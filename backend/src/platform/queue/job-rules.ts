import type { EntityManager } from '@mikro-orm/postgresql';
import { ageRule, type Batch, type RetentionRule, type RetentionTerms } from '../retention/index.js';
import { db } from './queue.tables.js';

/** A topic, of which the name is enough here. */
type Named = { name: string };

const listed = (topics: readonly Named[]) => `(${topics.map(({ name }) => `'${name}'`).join(', ')})`;
const wasGivenUp = (removals: readonly Named[]) => `t.outcome = 'failed' and t.topic in ${listed(removals)}`;

/**
 * Jobs that are over. One that failed to remove files is no old row, but work that is still to be done.
 * @param options.also what of a row `t` must hold besides
 */
export const oldJobs = (
  removals: readonly Named[],
  { kept, also }: Pick<RetentionTerms, 'kept'> & { also: string },
): RetentionRule =>
  ageRule({
    name: 'jobs',
    table: 'job',
    since: 't.finished_at',
    kept,
    also: `not (${wasGivenUp(removals)}) and ${also}`,
  });

/** Jobs of which something outside of the database still has to go, and that were given up. */
export const givenUpRemovals = (removals: readonly Named[], { grace }: Pick<RetentionTerms, 'grace'>) =>
  ({
    name: 'file_removals',
    table: 'job',
    since: 't.finished_at',
    kept: 'PT1H',
    also: wasGivenUp(removals),
    grace,
    // Given up or not: noted before that time, and not done.
    lateWhen: `(t.finished_at is null or t.outcome = 'failed') and t.topic in ${listed(removals)} and t.run_after <= :now and t.created_at + interval '${grace}' <= :now`,
  }) as const satisfies RetentionTerms;

/** What was given up begins again, with as many tries as at first. */
export async function beginAgain(em: EntityManager, { ids, now }: Batch): Promise<number> {
  await db(em)
    .updateTable('job')
    .set({
      finished_at: null,
      outcome: null,
      attempt: 0,
      leased_until: null,
      dispatched_at: null,
      run_after: now,
    })
    .where('id', 'in', ids)
    .execute();
  return ids.length;
}

/**
 * SQL for the values of a list in the payloads of jobs that are still at work, or were given up within the day: in jobs of these topics
 * whose payload has a certain text in `field`, the one parameter.
 */
export const listedInJobs = (topics: readonly Named[], list: string, field: string): string =>
  `(select jsonb_array_elements_text(j.payload -> '${list}') from job j where j.topic in ${listed(topics)}
    and (j.finished_at is null or (j.outcome = 'failed' and j.created_at > :now - interval 'P1D')) and j.payload ->> '${field}' = ?)`;

/** Jobs that are over and name somebody who leaves. */
export async function forgetDoneJobs(em: EntityManager, userId: string): Promise<void> {
  await db(em)
    .deleteFrom('job')
    .where('finished_at', 'is not', null)
    .where(({ eb, ref }) => eb(ref('payload', '->>').key('userId'), '=', userId))
    .execute();
}
