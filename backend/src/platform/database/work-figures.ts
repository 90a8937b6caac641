import { sql, type RawBuilder } from 'kysely';

export interface WorkFigures {
  completed: number;
  failed: number;
  medianSeconds: number | null;
  p95Seconds: number | null;
}

interface Work {
  done: RawBuilder<unknown>;
  began: RawBuilder<unknown>;
  ended: RawBuilder<unknown>;
  since: Date;
}

const failedAt = (began: RawBuilder<unknown>) => sql<Date>`coalesce(${began}, created_at)`;

/** The rows that these figures are about, found by an index on `ended` and one on when those that failed began. */
export const isLately = ({ began, ended, since }: Work) =>
  sql<boolean>`(${ended} > ${since}::timestamptz or (status = 'failed' and ${failedAt(began)} > ${since}::timestamptz))`;

/** Columns of a table of work, in SQL: how much of it ended since a moment, how much failed, and how long it took. */
export function workFigures({ done, began, ended, since }: Work) {
  const lately = sql`${ended} > ${since}::timestamptz`;
  const seconds = (share: number) =>
    sql<
      number | null
    >`ceil(percentile_cont(${sql.lit(share)}) within group (order by extract(epoch from ${ended} - ${began})) filter (where ${lately} and ${began} is not null))::int`;
  return [
    sql<number>`count(*) filter (where ${done} and ${lately})::int`.as('completed'),
    sql<number>`count(*) filter (where status = 'failed' and ${failedAt(began)} > ${since}::timestamptz)::int`.as(
      'failed',
    ),
    seconds(0.5).as('medianSeconds'),
    seconds(0.95).as('p95Seconds'),
  ] as const;
}
