import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { confirmedAccounts } from '../identity/index.js';
import { db } from './payments.tables.js';
import { MINUTE } from '../platform/clock/index.js';
import { announcedPrices, firstRenewal, type AnnouncedPrice } from './price-changes/announced-prices.js';
import { agreedAt, toldPrices, toldRappen } from './records/told-prices.js';

/** What is left of a payment once refunds and chargebacks are taken off; `disputed_rappen` is 0 again once a chargeback was won. */
const LEFT = 'amount_rappen - refunded_rappen - disputed_rappen';

/** Figures that somebody may ask for together with others, in one query. */
export const paymentFigures = {
  activeSubscriptions: sql<number>`(select count(*)::int from subscription where status = 'active')`,
  /** Of packs, less what went back. */
  packRevenueRappen: sql<number>`(select coalesce(sum(${sql.raw(LEFT)}), 0)::float8 from payment where kind = 'pack')`,
  monthlyRecurringRappen: sql<number>`(select coalesce(sum(price_rappen), 0)::float8 from subscription where status = 'active')`,
  failedRefunds: sql<number>`(select count(*)::int from refund where status = 'failed')`,
  heldPayments: sql<number>`(select count(*)::int from payment where credits_held > 0 and wound_up_at is null)`,
};

/** What was paid, less what went back, by day in a zone: `day`, `number`. */
export const revenueByDay = (zone: string, since: Date): RawBuilder<unknown> =>
  sql`(select (paid_at at time zone ${sql.lit(zone)})::date as day, sum(${sql.raw(LEFT)})::float8 as number from payment where paid_at > ${since}::timestamptz group by 1)`;

/** For conditions about a row, in SQL: whether a user has a running subscription. */
export const hasRunningPlan = (user: string): string =>
  `exists (select 1 from subscription x where x.user_id = ${user} and x.status in ('active', 'past_due'))`;

/** What the orders of these refunds are called. */
export const refundNames = (em: EntityManager, ids: readonly string[]) =>
  db(em)
    .selectFrom('refund as r')
    .innerJoin('customer_order as o', 'o.id', 'r.order_id')
    .select(['r.id', 'o.number as name'])
    .where('r.id', 'in', ids);

/** What a subscription `s` costs, or will by all that its customer was told. */
const comesTo = sql<number>`coalesce(${toldRappen()}, s.price_rappen)`;

/** An order that is noted while a price is being published may have the former one. */
const PUBLISHING_MS = MINUTE;

/** A price of a plan, and since when new orders pay it; null before. */
export interface NewPrice {
  planId: string;
  priceRappen: number;
  publishedAt: Date | null;
}

/** Who agreed to the plan after the price was published has a newer one. */
const subscribersOf = (em: EntityManager, { planId, priceRappen, publishedAt }: NewPrice) =>
  db(em)
    .selectFrom('subscription as s')
    .where('s.status', 'in', ['active', 'past_due'])
    .where('s.plan_id', '=', planId)
    .where(comesTo, '<>', priceRappen)
    .$if(publishedAt !== null, (query) => query.where(agreedAt, '<', new Date(publishedAt!.getTime() + PUBLISHING_MS)));

/** Ids of customers with a running contract of a plan that comes to another price, for a query of another feature. */
export const subscribersAtOtherPrice = (em: EntityManager, price: NewPrice) =>
  subscribersOf(em, price).select('s.user_id');

/**
 * The running contract of this customer that comes to another price; null where there is none (any more).
 * `announced` is what its customer was told already and pays before the first renewal on or after `from`.
 */
export async function contractAtOtherPrice(
  em: EntityManager,
  userId: string,
  price: NewPrice,
  from: Date,
): Promise<{ subscriptionId: string; priceRappen: number; announced: AnnouncedPrice[] } | null> {
  const row = await subscribersOf(em, price)
    .select(['s.id', 's.price_rappen', 's.started_at', 's.current_period_end'])
    .where('s.user_id', '=', userId)
    .orderBy('s.started_at', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const dates = { startedAt: row.started_at, currentPeriodEnd: row.current_period_end, priceRappen: row.price_rappen };
  const renewal = firstRenewal(dates, from);
  const announced = announcedPrices(dates, await toldPrices(em, row.id)).filter((told) => told.from < renewal);
  return { subscriptionId: row.id, priceRappen: row.price_rappen, announced };
}

/** How many customers, among these accounts, have such a contract, by what it costs now, the cheapest first. */
export async function countByPrice(
  em: EntityManager,
  price: NewPrice,
  among: ReturnType<typeof confirmedAccounts>,
): Promise<{ priceRappen: number; customers: number }[]> {
  const rows = await subscribersOf(em, price)
    .where('s.user_id', 'in', among)
    .select(['s.price_rappen', sql<number>`count(distinct s.user_id)::int`.as('customers')])
    .groupBy('s.price_rappen')
    .orderBy('s.price_rappen')
    .execute();
  return rows.map((row) => ({ priceRappen: row.price_rappen, customers: row.customers }));
}

/** What a customer has paid, less what went back, in Rappen. */
export async function netPaid(em: EntityManager, userId: string): Promise<number> {
  const row = await db(em)
    .selectFrom('payment')
    .select(sql<number>`coalesce(sum(${sql.raw(LEFT)}), 0)::float8`.as('rappen'))
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

/** What was paid and what was sent back since a moment, in Rappen. */
export async function readMovedMoney(em: EntityManager, since: Date): Promise<{ paid: number; returned: number }> {
  const rappen = sql<number>`coalesce(sum(amount_rappen), 0)::float8`.as('rappen');
  const paid = await db(em).selectFrom('payment').select(rappen).where('paid_at', '>', since).executeTakeFirstOrThrow();
  const returned = await db(em)
    .selectFrom('refund')
    .select(rappen)
    .where('created_at', '>', since)
    .where('status', 'not in', ['failed', 'dropped'])
    .executeTakeFirstOrThrow();
  return { paid: paid.rappen, returned: returned.rappen };
}
