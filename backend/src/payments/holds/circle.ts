import type { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { DAY } from '../../platform/clock/index.js';
import { accountsOfAddress } from '../debts/former-accounts.js';

/** How often a customer has withdrawn from orders of the last days, also with accounts that left under the same address. What one declaration ended counts once. */
export async function recentWithdrawals(em: EntityManager, userId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - facts.heldOrders.days * DAY);
  const accounts = await accountsOfAddress(em, userId);
  const [row] = await em.execute<{ count: number }[]>(
    `select count(distinct (user_id, withdrawn_at))::int as count from customer_order where user_id in (${accounts.map(() => '?').join(', ')}) and status = 'withdrawn' and created_at > ?`,
    [...accounts, since],
  );
  return row!.count;
}

/** Whether the credits of this customer's next order wait for an admin's word (docs/billing.md). */
export async function isCircling(em: EntityManager, userId: string, now: Date): Promise<boolean> {
  return (await recentWithdrawals(em, userId, now)) >= facts.heldOrders.afterWithdrawals;
}
