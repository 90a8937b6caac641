import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../catalogue.tables.js';

/** Prices at the provider, for a query of another feature: `provider_price_id`, `plan_id`. */
export const planPrices = sql`(select provider_price_id, plan_id from plan_price)`;

/** What a month of a plan brings now: `plan_id`, `credits`. */
export const planCredits = sql`(select id as plan_id, credits from plan)`;

/** Each price at the provider, the plan it is of, and how much it is. */
export async function readPlanPrices(em: EntityManager): Promise<Map<string, { planId: string; priceRappen: number }>> {
  const rows = await db(em).selectFrom('plan_price').selectAll().execute();
  return new Map(rows.map((row) => [row.provider_price_id, { planId: row.plan_id, priceRappen: row.price_rappen }]));
}
