import type { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';

/** Keeps fingerprints of portraits, in the transaction that makes them. */
export async function keepFingerprints(
  em: EntityManager,
  rows: readonly { portraitId: string; fingerprint: string }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(() => `(?, ?, ?, ('x' || ?)::bit(256))`).join(', ');
  await em.execute(
    `insert into portrait_fingerprint (id, created_at, portrait_id, bits) values ${values}`,
    rows.flatMap(({ portraitId, fingerprint }) => [randomUUID(), now, portraitId, fingerprint]),
  );
}
