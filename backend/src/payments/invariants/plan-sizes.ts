import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { planCredits, planPrices } from '../../catalogue/index.js';
import { db } from '../payments.tables.js';

/** How many credits a month under a price brings. */
export interface PlanSizes {
  /** The plan's size, and those it had when it was ordered: plans may change, what was granted stays. Empty for a price no plan has or had. */
  of(priceId: string): Set<number>;
}

export async function readPlanSizes(em: EntityManager): Promise<PlanSizes> {
  const { rows } = await sql<{ provider_price_id: string; credits: number }>`
    select p.provider_price_id, s.credits from ${planPrices} p
    join (select plan_id, credits from ${planCredits} now union select plan_id, credits from customer_order where kind = 'plan') s using (plan_id)`.execute(
    db(em),
  );
  const byPrice = Map.groupBy(rows, (row) => row.provider_price_id);
  return { of: (priceId) => new Set(byPrice.get(priceId)?.map(({ credits }) => credits)) };
}
