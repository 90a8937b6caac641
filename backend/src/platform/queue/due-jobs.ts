import type { EntityManager } from '@mikro-orm/postgresql';
import { QUEUE_RULES, type QueueName } from './topics.js';

export interface DueJob {
  id: string;
  queue: QueueName;
  dispatches: number;
}

/** Never dispatched, lease run out (the worker died), or dispatched long ago and never begun (Redis lost it). */
const isDue = (job: string): string => `${job}.finished_at is null and ${job}.run_after <= :now
  and (${job}.leased_until is null or ${job}.leased_until < :now)
  and (${job}.dispatched_at is null or ${job}.dispatched_at < :forgotten or ${job}.leased_until is not null)`;

const rules = QUEUE_RULES.map(
  (rule) => `('${rule.queue}', ${rule.perOwner}, '${rule.yieldsTo?.queue ?? ''}', ${rule.yieldsTo?.atMostMs ?? 0})`,
).join(', ');

/**
 * The jobs whose turn it is, locked. Where customers share a queue, each has at most its share under way, and whoever has the
 * fewest comes first: a hundred jobs of one customer never hold up the first of another. Work that yields waits while there is
 * work it yields to.
 * @param forgotten jobs dispatched before this moment and never begun are dispatched again
 */
export function findDue(em: EntityManager, now: Date, forgotten: Date, limit: number): Promise<DueJob[]> {
  const values: Record<string, unknown> = { now, forgotten, limit };
  const ordered: unknown[] = [];
  const sql = `
    with rule (queue, per_owner, yields_to, yields_ms) as (values ${rules}),
    due as (
      select j.id, j.queue, j.owner_id, j.run_after, row_number() over (partition by j.queue, j.owner_id order by j.run_after, j.created_at, j.id) as place
      from job j where ${isDue('j')}
    ),
    under_way as (
      select j.queue, j.owner_id, count(*) as number from job j
      where j.finished_at is null and j.owner_id is not null and j.run_after <= :now and not (${isDue('j')}) group by j.queue, j.owner_id
    )
    select job.id, job.queue, job.dispatches
    from due join job on job.id = due.id
    left join under_way on under_way.queue = due.queue and under_way.owner_id = due.owner_id
    left join rule on rule.queue = due.queue and due.owner_id is not null
    where ${isDue('job')}
      and (rule.per_owner is null or due.place + coalesce(under_way.number, 0) <= rule.per_owner)
      and not (coalesce(rule.yields_to, '') <> '' and due.run_after > :now::timestamptz - make_interval(secs => rule.yields_ms / 1000.0)
        and exists (select 1 from job other where other.queue = rule.yields_to and other.finished_at is null and other.run_after <= :now))
    order by due.place + coalesce(under_way.number, 0), due.run_after, due.id
    limit :limit for update of job skip locked`.replaceAll(/:(now|forgotten|limit)\b/g, (_, name: string) => {
    ordered.push(values[name]);
    return '?';
  });
  return em.execute<DueJob[]>(sql, ordered);
}
