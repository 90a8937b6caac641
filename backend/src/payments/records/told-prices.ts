import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { db } from '../payments.tables.js';

/** A price that a customer was told of, and from when it holds. */
export interface ToldPrice {
  priceRappen: number;
  effectiveFrom: Date;
}

/** In SQL, when the customer of a subscription `s` agreed to its plan and what it cost then. */
export const agreedAt = sql<Date>`coalesce((select max(o.created_at) from customer_order o
  where o.subscription_id = s.id and o.kind in ('plan', 'upgrade') and o.status = 'paid' and o.plan_id = s.plan_id), s.started_at)`;

/** Notices `n` that count for the subscription `s`: of its plan, and told after that was agreed on. Who orders it anew agrees to what it costs then. */
const standing = sql<boolean>`n.subscription_id = s.id and n.plan_id = s.plan_id and n.created_at > ${agreedAt}`;

/** In SQL, the notice that counts for a subscription `s`: by all that its customer was told, or by what holds at a moment. */
const counting = (column: RawBuilder<unknown>, at?: RawBuilder<Date>) =>
  sql`(select ${column} from price_notice n where ${standing} ${at ? sql`and n.effective_from <= ${at}` : sql``}
    order by n.announced_for desc limit 1)`;

/** What a subscription `s` will cost by that notice; null without one. */
export const toldRappen = (at?: RawBuilder<Date>) => counting(sql`n.price_rappen`, at) as RawBuilder<number | null>;

/** From when. */
export const toldFrom = (at?: RawBuilder<Date>) => counting(sql`n.effective_from`, at) as RawBuilder<Date | null>;

/** What a customer was told of the plan of a subscription, in the order of the announced days. */
export async function toldPrices(em: EntityManager, subscriptionId: string): Promise<ToldPrice[]> {
  const rows = await db(em)
    .selectFrom('subscription as s')
    .innerJoin('price_notice as n', 'n.subscription_id', 's.id')
    .select(['n.price_rappen', 'n.effective_from'])
    .where('s.id', '=', subscriptionId)
    .where(standing)
    .orderBy('n.announced_for')
    .execute();
  return rows.map((row) => ({ priceRappen: row.price_rappen, effectiveFrom: row.effective_from }));
}

/** What a renewal at this moment costs by what was told; null where nothing that was told holds yet. */
export const priceAt = (told: readonly ToldPrice[], renewal: Date): number | null =>
  told.findLast(({ effectiveFrom }) => effectiveFrom <= renewal)?.priceRappen ?? null;

/** What the period that ends then cost before a price was set for the next one; null where none was. */
export async function priceBeforeChange(
  em: EntityManager,
  period: { providerSubscriptionId: string; planId: string; end: Date },
): Promise<number | null> {
  const row = await db(em)
    .selectFrom('price_change as c')
    .innerJoin('subscription as s', 's.id', 'c.subscription_id')
    .select('c.from_rappen')
    .where('s.provider_id', '=', period.providerSubscriptionId)
    .where('c.plan_id', '=', period.planId)
    .where('c.renews_at', '=', period.end)
    .executeTakeFirst();
  return row?.from_rappen ?? null;
}
