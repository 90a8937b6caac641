import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from './credits.tables.js';

/** I1: the sum of a user's ledger is the cached balance, and nothing is ever negative. */
export async function checkBalances(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; balance: number | null; owed: number | null; total: number }>`
    select user_id, a.balance, a.owed, coalesce(l.total, 0)::int as total
    from credit_account a full join (select user_id, sum(delta) as total from credit_ledger group by user_id) l using (user_id)
    where a.balance is distinct from coalesce(l.total, 0) or a.balance < 0 or a.owed < 0 or (a.balance > 0 and a.owed > 0)
    order by user_id`.execute(db(em));
  return rows.map(
    (row) => `I1 user ${row.user_id}: balance ${row.balance}, owed ${row.owed}, sum of the ledger ${row.total}`,
  );
}

/** I1: so it is line by line. */
export async function checkChains(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; seq: number; before: number; delta: number; balance_after: number }>`
    select * from (
      select user_id, seq, delta, balance_after, lag(balance_after, 1, 0) over (partition by user_id order by seq) as before from credit_ledger
    ) line where before + delta <> balance_after or balance_after < 0
    order by user_id, seq`.execute(db(em));
  return rows.map(
    (row) => `I1 user ${row.user_id}: line ${row.seq} says ${row.balance_after} after ${row.before} and ${row.delta}`,
  );
}

/** I1: debt that was passed on was taken over; nothing gets lost between two accounts. */
export async function checkPassedOnDebts(em: EntityManager): Promise<string[]> {
  const sums = await db(em)
    .selectFrom('credit_account')
    .select([
      sql<number>`coalesce(sum(debt_passed_on), 0)::int`.as('passed_on'),
      sql<number>`coalesce(sum(debt_taken_over), 0)::int`.as('taken_over'),
    ])
    .executeTakeFirstOrThrow();
  return sums.passed_on === sums.taken_over
    ? []
    : [`I1 ${sums.passed_on} credits of debt were passed on, ${sums.taken_over} taken over`];
}
