import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { Generation } from './generation.entity.js';
import { Portrait } from './portrait.entity.js';

/**
 * A portrait with its run, whose row is locked until the transaction ends: a deletion waits or has come first, and what is counted of a
 * run is counted by one after the other.
 * @param holdProfile holds the run's profile, before the run: who deletes a profile or an account takes both in this order, too
 * @returns null where there is none, or none any more
 */
export async function lockPortrait(
  em: EntityManager,
  which: { id: string; userId?: string },
  holdProfile?: (profileId: string) => Promise<void>,
): Promise<{ portrait: Portrait; run: Generation } | null> {
  const portrait = await em.findOne(Portrait, which);
  if (!portrait) return null;
  const ofRun = { id: portrait.generationId };
  if (holdProfile) {
    const seen = await em.findOne(Generation, ofRun);
    if (!seen) return null;
    await holdProfile(seen.profileId);
  }
  const run = await em.findOne(Generation, ofRun, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  // Looked at again under the lock: the portrait alone may have been deleted.
  if (!run || (await em.count(Portrait, { id: portrait.id })) === 0) return null;
  return { portrait, run };
}
