import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { db } from './payments.tables.js';

/** Figures that somebody may ask for together with others, in one query. */
export const paymentFigures = {
  activeSubscriptions: sql<number>`(select count(*)::int from subscription where status = 'active')`,
  /** Of packs, less what went back. */
  packRevenueRappen: sql<number>`(select coalesce(sum(amount_rappen - refunded_rappen), 0)::float8 from payment where kind = 'pack')`,
  monthlyRecurringRappen: sql<number>`(select coalesce(sum(price_rappen), 0)::float8 from subscription where status = 'active')`,
  failedRefunds: sql<number>`(select count(*)::int from refund where status = 'failed')`,
  heldPayments: sql<number>`(select count(*)::int from payment where credits_held > 0 and wound_up_at is null)`,
};

/** What was paid, less what went back, by day in a zone: `day`, `number`. */
export const revenueByDay = (zone: string): RawBuilder<unknown> =>
  sql`(select (paid_at at time zone ${sql.lit(zone)})::date as day, sum(amount_rappen - refunded_rappen)::float8 as number from payment group by 1)`;

/** What the orders of these refunds are called. */
export const refundNames = (em: EntityManager, ids: readonly string[]) =>
  db(em)
    .selectFrom('refund as r')
    .innerJoin('customer_order as o', 'o.id', 'r.order_id')
    .select(['r.id', 'o.number as name'])
    .where('r.id', 'in', ids);

/** Ids of customers with a running contract of a plan at another price, for a query of another feature. */
export const subscribersAtOtherPrice = (em: EntityManager, planId: string, priceRappen: number) =>
  db(em)
    .selectFrom('subscription')
    .select('user_id')
    .where('status', 'in', ['active', 'past_due'])
    .where('plan_id', '=', planId)
    .where('price_rappen', '!=', priceRappen);

/** What a customer has paid, less what went back, in Rappen. */
export async function netPaid(em: EntityManager, userId: string): Promise<number> {
  const row = await db(em)
    .selectFrom('payment')
    .select(sql<number>`coalesce(sum(amount_rappen - refunded_rappen), 0)::float8`.as('rappen'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.rappen;
}

/** How many of each pack were paid for. */
export async function countSoldPacks(em: EntityManager): Promise<Map<string, number>> {
  const rows = await db(em)
    .selectFrom('customer_order')
    .select([sql<string>`pack_id`.as('pack_id'), sql<number>`count(*)::int`.as('count')])
    .where('pack_id', 'is not', null)
    .where('paid_at', 'is not', null)
    .groupBy('pack_id')
    .execute();
  return new Map(rows.map((row) => [row.pack_id, row.count]));
}
