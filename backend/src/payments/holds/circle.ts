import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { facts } from '../../facts/index.js';
import { DAY } from '../../platform/clock/index.js';
import { accountsOfAddress } from '../debts/former-accounts.js';
import { db } from '../payments.tables.js';

/** How often a customer has withdrawn from orders of the last days, also with accounts that left under the same address. What one declaration ended counts once. */
export async function recentWithdrawals(em: EntityManager, userId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - facts.heldOrders.days * DAY);
  const accounts = await accountsOfAddress(em, userId);
  const row = await db(em)
    .selectFrom('customer_order')
    .select(sql<number>`count(distinct (user_id, withdrawn_at))::int`.as('count'))
    .where('user_id', 'in', accounts)
    .where('status', '=', 'withdrawn')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether the credits of this customer's next order wait for an admin's word (docs/billing.md). */
export async function isCircling(em: EntityManager, userId: string, now: Date): Promise<boolean> {
  return (await recentWithdrawals(em, userId, now)) >= facts.heldOrders.afterWithdrawals;
}
