import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from './queue.tables.js';
import { QUEUE_RULES, type QueueName } from './topics.js';

export interface DueJob {
  id: string;
  queue: QueueName;
  dispatches: number;
}

const rules = sql.join(QUEUE_RULES.map((rule) => sql`(${sql.lit(rule.queue)}, ${sql.lit(rule.perOwner)})`));

const yields = sql.join(
  QUEUE_RULES.flatMap(({ queue, yieldsTo = [] }) =>
    yieldsTo.map(
      (one) =>
        sql`(${sql.lit(queue)}, ${sql.lit(one.queue)}, ${sql.lit(one.to === 'waiting')}, ${sql.lit(one.atMostMs)}::int)`,
    ),
  ),
);

/** Never dispatched, lease run out (the worker died), or dispatched long ago and never begun (Redis lost it). */
function isDue(alias: string, now: Date, forgotten: Date) {
  const job = sql.id(alias);
  return sql<boolean>`${job}.finished_at is null and ${job}.run_after <= ${now} and (${job}.leased_until is null or ${job}.leased_until < ${now})
    and (${job}.dispatched_at is null or ${job}.dispatched_at < ${forgotten} or ${job}.leased_until is not null)`;
}

/** Whether there is anything to dispatch, for anybody: one query, where finding and locking it takes a transaction. */
export async function isAnyDue(em: EntityManager, now: Date, forgotten: Date): Promise<boolean> {
  const found = await db(em)
    .selectFrom('job')
    .select('id')
    .where(isDue('job', now, forgotten))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The jobs whose turn it is, locked. Where customers share a queue, each has at most its share under way, and the one with the
 * fewest comes first: a hundred jobs of one customer never hold up the first of another. Work that yields waits while there is
 * work it yields to. In SQL, since it joins a list of values that no table has.
 * @param forgotten jobs dispatched before this moment and never begun are dispatched again
 */
export async function findDue(em: EntityManager, now: Date, forgotten: Date, limit: number): Promise<DueJob[]> {
  const due = (alias: string) => isDue(alias, now, forgotten);
  const { rows } = await sql<DueJob>`
    with rule (queue, per_owner) as (values ${rules}),
    yielding (queue, first, to_waiting, ms) as (values ${yields}),
    due as (
      select j.id, j.queue, j.owner_id, j.run_after, row_number() over (partition by j.queue, j.owner_id order by j.run_after, j.created_at, j.id) as place
      from job j where ${due('j')}
    ),
    under_way as (
      select j.queue, j.owner_id, count(*) as number from job j
      where j.finished_at is null and j.owner_id is not null and j.run_after <= ${now} and not (${due('j')}) group by j.queue, j.owner_id
    )
    select job.id, job.queue, job.dispatches
    from due join job on job.id = due.id
    left join under_way on under_way.queue = due.queue and under_way.owner_id = due.owner_id
    left join rule on rule.queue = due.queue and due.owner_id is not null
    where ${due('job')}
      and (rule.per_owner is null or due.place + coalesce(under_way.number, 0) <= rule.per_owner)
      and not exists (select 1 from yielding join job other on other.queue = yielding.first
        where yielding.queue = due.queue and (yielding.ms is null or due.run_after > ${now}::timestamptz - make_interval(secs => yielding.ms / 1000.0))
          and other.finished_at is null and other.run_after <= ${now}
          and not (yielding.to_waiting and other.leased_until is not null and other.leased_until >= ${now}))
    order by due.place + coalesce(under_way.number, 0), due.run_after, due.id
    limit ${limit} for update of job skip locked`.execute(db(em));
  return rows;
}
