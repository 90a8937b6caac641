import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from './generations.tables.js';

/** Keeps fingerprints of portraits, in the transaction that makes them. */
export async function keepFingerprints(
  em: EntityManager,
  rows: readonly { portraitId: string; fingerprint: string }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await db(em)
    .insertInto('portrait_fingerprint')
    .values(
      rows.map(({ portraitId, fingerprint }) => ({
        id: randomUUID(),
        created_at: now,
        portrait_id: portraitId,
        bits: bitsOf(fingerprint),
      })),
    )
    .execute();
}

/** A fingerprint in hexadecimal digits, as the database compares it. */
export const bitsOf = (fingerprint: string) => sql<string>`('x' || ${fingerprint}::text)::bit(256)`;
