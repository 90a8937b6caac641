import { sql, type RawBuilder } from 'kysely';

export interface WorkFigures {
  completed: number;
  failed: number;
  medianSeconds: number | null;
  p95Seconds: number | null;
}

/** Columns of a table of work, in SQL: how much of it ended since a moment, how much failed, and how long it took. */
export function workFigures({
  done,
  began,
  ended,
  since,
}: Record<'done' | 'began' | 'ended', RawBuilder<unknown>> & { since: Date }) {
  const lately = sql`${ended} > ${since}::timestamptz`;
  const seconds = (share: number) =>
    sql<
      number | null
    >`ceil(percentile_cont(${sql.lit(share)}) within group (order by extract(epoch from ${ended} - ${began})) filter (where ${lately} and ${began} is not null))::int`;
  return [
    sql<number>`count(*) filter (where ${done} and ${lately})::int`.as('completed'),
    sql<number>`count(*) filter (where status = 'failed' and coalesce(${began}, created_at) > ${since}::timestamptz)::int`.as(
      'failed',
    ),
    seconds(0.5).as('medianSeconds'),
    seconds(0.95).as('p95Seconds'),
  ] as const;
}
