import { sql } from 'kysely';

/**
 * Every line of the ledger, for a query of another feature that would else ask once for each of its rows. The columns of this relation are
 * a promise; the table behind it is not.
 */
export const ledgerLines = sql`(select business_key, reason, user_id, delta, caused_by, generation_id, created_at from credit_ledger)`;

/** What refunds and chargebacks took and what debts paid back, by `user_id`: `booked`. */
export const takenBack = sql`(
  select user_id, -sum(delta) as booked from credit_ledger where reason in ('refund_deduction', 'refund_return', 'debt_settlement') group by user_id
)`;

/** Accounts that owe or have owed, by `user_id`: `owed`, `debt_passed_on`, `debt_taken_over`. */
export const debts = sql`(
  select user_id, owed, debt_passed_on, debt_taken_over from credit_account where owed > 0 or debt_passed_on > 0 or debt_taken_over > 0
)`;

/** What a user owes, as a value within a query; null without an account. */
export const owedBy = (userId: string) =>
  sql<number | null>`(select owed from credit_account where user_id = ${userId})`;

/** For conditions about a row, in SQL: when the newest line of a user's ledger was written. `user` is SQL for their id. */
export const newestLedgerLine = (user: string): string =>
  `(select max(created_at) from credit_ledger where user_id = ${user})`;

/** Whether a user has a ledger at all. */
export const hasLedger = (user: string): string => `exists (select 1 from credit_ledger x where x.user_id = ${user})`;

/** Whether a user owes credits. */
export const owesCredits = (user: string): string =>
  `exists (select 1 from credit_account a where a.user_id = ${user} and a.owed > 0)`;
