import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { debts, takenBack } from '../../credits/index.js';
import { db } from '../payments.tables.js';

/** I1: what refunds and chargebacks took is what they booked, what was settled since, and what is still owed, here or by the next account under the address. */
export async function checkDebts(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{
    user_id: string;
    taken: number;
    booked: number;
    owed: number;
    passed_on: number;
  }>`select user_id, (coalesce(p.taken, 0) + coalesce(a.debt_taken_over, 0))::int as taken, coalesce(l.booked, 0)::int as booked, coalesce(a.owed, 0) as owed, coalesce(a.debt_passed_on, 0) as passed_on
     from (select user_id, sum(credits_taken_back) as taken from payment group by user_id) p
     full join ${takenBack} l using (user_id)
     full join ${debts} a using (user_id)
     where coalesce(p.taken, 0) + coalesce(a.debt_taken_over, 0) <> coalesce(l.booked, 0) + coalesce(a.owed, 0) + coalesce(a.debt_passed_on, 0)
     order by user_id`.execute(db(em));
  return rows.map(
    (row) =>
      `I1 user ${row.user_id}: ${row.taken} credits are to be taken back, ${row.booked} were, ${row.owed} are owed, ${row.passed_on} by the next account`,
  );
}
