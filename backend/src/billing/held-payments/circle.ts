import type { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { DAY } from '../../platform/clock/index.js';

/** How often a customer has withdrawn from orders of the last days. What one declaration ended counts once. */
export async function recentWithdrawals(em: EntityManager, userId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - facts.heldOrders.days * DAY);
  const [row] = await em.execute<{ count: number }[]>(`select count(distinct withdrawn_at)::int as count from customer_order where user_id = ? and status = 'withdrawn' and created_at > ?`, [userId, since]);
  return row!.count;
}

/** Whether the credits of this customer's next order wait for an admin's word (docs/billing.md). */
export async function isCircling(em: EntityManager, userId: string, now: Date): Promise<boolean> {
  return (await recentWithdrawals(em, userId, now)) >= facts.heldOrders.afterWithdrawals;
}
