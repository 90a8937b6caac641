import type { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { FINGERPRINT_SIDE, fingerprintOf } from '../integrations/portrait-engine/index.js';

/** The fingerprint of a picture file, 64 hex digits. */
export async function takeFingerprint(jpeg: Buffer): Promise<string> {
  const { data, info } = await sharp(jpeg).greyscale().resize(FINGERPRINT_SIDE, FINGERPRINT_SIDE, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
  return fingerprintOf(Uint8Array.from({ length: FINGERPRINT_SIDE ** 2 }, (_, i) => data[i * info.channels]!));
}

/** Keeps fingerprints of portraits, in the transaction that makes them. */
export async function keepFingerprints(em: EntityManager, rows: readonly { portraitId: string; fingerprint: string }[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(() => `(?, ?, ?, ('x' || ?)::bit(256))`).join(', ');
  await em.execute(
    `insert into portrait_fingerprint (id, created_at, portrait_id, bits) values ${values}`,
    rows.flatMap(({ portraitId, fingerprint }) => [randomUUID(), now, portraitId, fingerprint]),
  );
}
