import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { CREDIT_REASONS, type CreditReason } from './credit-entry.entity.js';
import { db } from './credits.tables.js';

/** Figures of the ledger that somebody may ask for together with others, in one query. */
export const creditFigures = {
  /** Runs that were paid for and not given back. */
  paidRuns: sql<number>`(select count(*) filter (where reason = 'generation_charge')::int - count(*) filter (where reason = 'generation_return')::int from credit_ledger)`,
  usersOwing: sql<number>`(select count(*)::int from credit_account where owed > 0)`,
};

/** Paid runs that were not given back, by day in a zone: `day`, `number`. */
export const paidRunsByDay = (zone: string, since: Date): RawBuilder<unknown> => sql`(
  select (charge.created_at at time zone ${sql.lit(zone)})::date as day, count(*)::int as number from credit_ledger charge
  where charge.reason = 'generation_charge' and charge.created_at > ${since}::timestamptz and not exists (select 1 from credit_ledger back where back.reason = 'generation_return' and back.generation_id = charge.generation_id) group by 1
)`;

/** Credits booked since a moment, whichever way, by every reason there is. */
export async function readMovedCredits(em: EntityManager, since: Date): Promise<Record<CreditReason, number>> {
  const rows = await db(em)
    .selectFrom('credit_ledger')
    .select(['reason', sql<number>`sum(abs(delta))::int`.as('credits')])
    .where('created_at', '>', since)
    .groupBy('reason')
    .execute();
  const found = new Map<string, number>(rows.map(({ reason, credits }) => [reason, credits]));
  return Object.fromEntries(CREDIT_REASONS.map((reason) => [reason, found.get(reason) ?? 0])) as Record<
    CreditReason,
    number
  >;
}
