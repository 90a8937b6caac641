import type { EntityManager } from '@mikro-orm/postgresql';
import { checkBalances, checkChains, checkPassedOnDebts } from '../credits/index.js';

/** I1: the sum of a user's ledger is the cached balance, line by line, and nothing is ever negative. */
export async function checkLedger(em: EntityManager): Promise<string[]> {
  return [
    ...(await checkBalances(em)),
    ...(await checkChains(em)),
    ...(await debts(em)),
    ...(await checkPassedOnDebts(em)),
  ];
}

/** What refunds and chargebacks took is what they booked, what was settled since, and what is still owed, here or by the next account under the address. */
async function debts(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ user_id: string; taken: number; booked: number; owed: number; passed_on: number }[]>(
    `select user_id, (coalesce(p.taken, 0) + coalesce(a.debt_taken_over, 0))::int as taken, coalesce(l.booked, 0)::int as booked, coalesce(a.owed, 0) as owed, coalesce(a.debt_passed_on, 0) as passed_on
     from (select user_id, sum(credits_taken_back) as taken from payment group by user_id) p
     full join (select user_id, -sum(delta) as booked from credit_ledger where reason in ('refund_deduction', 'refund_return', 'debt_settlement') group by user_id) l using (user_id)
     full join (select user_id, owed, debt_passed_on, debt_taken_over from credit_account where owed > 0 or debt_passed_on > 0 or debt_taken_over > 0) a using (user_id)
     where coalesce(p.taken, 0) + coalesce(a.debt_taken_over, 0) <> coalesce(l.booked, 0) + coalesce(a.owed, 0) + coalesce(a.debt_passed_on, 0)
     order by user_id`,
  );
  return rows.map(
    (row) =>
      `I1 user ${row.user_id}: ${row.taken} credits are to be taken back, ${row.booked} were, ${row.owed} are owed, ${row.passed_on} by the next account`,
  );
}
