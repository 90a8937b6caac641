import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../payments.tables.js';
import type { PriceNotice } from '../records/price-notice.entity.js';

/** Writes down that a customer was told; joins the transaction that notes the email. The same notice again changes nothing. */
export async function notePrice(
  em: EntityManager,
  notice: Pick<
    PriceNotice,
    'createdAt' | 'subscriptionId' | 'planId' | 'priceRappen' | 'announcedFor' | 'effectiveFrom'
  >,
): Promise<void> {
  await db(em)
    .insertInto('price_notice')
    .values({
      id: randomUUID(),
      created_at: notice.createdAt,
      subscription_id: notice.subscriptionId,
      plan_id: notice.planId,
      price_rappen: notice.priceRappen,
      announced_for: notice.announcedFor,
      effective_from: notice.effectiveFrom,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'plan_id', 'announced_for']).doNothing())
    .execute();
}
