import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from './credits.tables.js';
import type { CreditsService } from './credits.service.js';

/** Debt of an account that left, and the account that owes it now. */
export interface DebtMove {
  from: string;
  to: string;
  /** Unique for this move. */
  businessKey: string;
}

/**
 * Moves what the first account owes to the second, which pays at once as far as it can. What the first gets back of it later goes
 * to the second as well. Both counts belong to I1.
 * @returns whether anything moved
 */
export async function moveDebt(
  em: EntityManager,
  credits: CreditsService,
  { from, to, businessKey }: DebtMove,
): Promise<boolean> {
  await credits.hold(em, from);
  const left = await db(em)
    .selectFrom('credit_account')
    .select(['balance', 'owed', 'debt_passed_on'])
    .where('user_id', '=', from)
    .executeTakeFirst();
  if (!left) return false;
  const returned = Math.min(left.balance, left.debt_passed_on);
  if (left.owed === 0 && returned === 0) return false;
  await credits.hold(em, to);
  if (left.owed > 0)
    await credits.takeBack(em, { userId: to, credits: left.owed, businessKey: `${businessKey}:taken-over` });
  if (returned > 0) {
    await credits.takeBack(em, { userId: from, credits: returned, businessKey: `${businessKey}:handed-over` });
    await credits.book(em, {
      userId: to,
      delta: returned,
      reason: 'refund_return',
      businessKey: `${businessKey}:returned`,
    });
  }
  const passedOn = left.owed - returned;
  await db(em)
    .updateTable('credit_account')
    .set(({ eb }) => ({ owed: 0, debt_passed_on: eb('debt_passed_on', '+', passedOn) }))
    .where('user_id', '=', from)
    .execute();
  await db(em)
    .updateTable('credit_account')
    .set(({ eb }) => ({ debt_taken_over: eb('debt_taken_over', '+', passedOn) }))
    .where('user_id', '=', to)
    .execute();
  return true;
}
