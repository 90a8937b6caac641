import type { EntityManager } from '@mikro-orm/postgresql';

/** I1: the sum of a user's ledger is the cached balance, line by line, and nothing is ever negative. */
export async function checkLedger(em: EntityManager): Promise<string[]> {
  return [...(await balances(em)), ...(await chains(em)), ...(await debts(em)), ...(await passedOnDebts(em))];
}

async function balances(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ user_id: string; balance: number | null; owed: number | null; total: number }[]>(
    `select user_id, a.balance, a.owed, coalesce(l.total, 0)::int as total
     from credit_account a full join (select user_id, sum(delta) as total from credit_ledger group by user_id) l using (user_id)
     where a.balance is distinct from coalesce(l.total, 0) or a.balance < 0 or a.owed < 0 or (a.balance > 0 and a.owed > 0)
     order by user_id`,
  );
  return rows.map(
    (row) => `I1 user ${row.user_id}: balance ${row.balance}, owed ${row.owed}, sum of the ledger ${row.total}`,
  );
}

async function chains(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<
    { user_id: string; seq: number; before: number; delta: number; balance_after: number }[]
  >(
    `select * from (
       select user_id, seq, delta, balance_after, lag(balance_after, 1, 0) over (partition by user_id order by seq) as before from credit_ledger
     ) line where before + delta <> balance_after or balance_after < 0
     order by user_id, seq`,
  );
  return rows.map(
    (row) => `I1 user ${row.user_id}: line ${row.seq} says ${row.balance_after} after ${row.before} and ${row.delta}`,
  );
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

/** Debt that was passed on was taken over: nothing gets lost between two accounts. */
async function passedOnDebts(em: EntityManager): Promise<string[]> {
  const [sums] = await em.execute<{ passed_on: number; taken_over: number }[]>(
    'select coalesce(sum(debt_passed_on), 0)::int as passed_on, coalesce(sum(debt_taken_over), 0)::int as taken_over from credit_account',
  );
  return sums!.passed_on === sums!.taken_over
    ? []
    : [`I1 ${sums!.passed_on} credits of debt were passed on, ${sums!.taken_over} taken over`];
}
