import type { EntityManager } from '@mikro-orm/postgresql';
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
  const [left] = await em.execute<{ balance: number; owed: number; debt_passed_on: number }[]>(
    'select balance, owed, debt_passed_on from credit_account where user_id = ?',
    [from],
  );
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
  await em.execute('update credit_account set owed = 0, debt_passed_on = debt_passed_on + ? where user_id = ?', [
    passedOn,
    from,
  ]);
  await em.execute('update credit_account set debt_taken_over = debt_taken_over + ? where user_id = ?', [passedOn, to]);
  return true;
}
