import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { confirmedAccounts } from '../identity/index.js';
import { subscribersAtOtherPrice } from '../payments/index.js';
import type { Announcement } from './announcement.entity.js';
import { db } from './announcements.tables.js';

/** What decides about who is concerned by a change. */
export type Change = Pick<Announcement, 'kind'> & {
  version?: string | null | undefined;
  planId?: string | null | undefined;
  priceRappen?: number | null | undefined;
  publishedAt?: Date | null | undefined;
};

/**
 * Ids of everybody who has to be told: of a price those with a contract of the plan that comes to another one, of terms those who have not
 * accepted this version, of the privacy policy everybody whose address is confirmed.
 */
export function concernedBy(em: EntityManager, { kind, version, planId, priceRappen, publishedAt }: Change) {
  const accounts = confirmedAccounts(em);
  if (kind === 'terms') return accounts.where(sql<boolean>`coalesce(terms_version, '') collate "C" < ${version}`);
  if (kind === 'price') {
    const price = { planId: planId!, priceRappen: priceRappen!, publishedAt: publishedAt ?? null };
    return accounts.where('id', 'in', subscribersAtOtherPrice(em, price));
  }
  return accounts;
}

export async function countConcerned(em: EntityManager, change: Change): Promise<number> {
  const row = await db(em)
    .selectFrom(concernedBy(em, change).as('concerned'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
