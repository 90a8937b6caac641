import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { PhotoAnalysis } from '../integrations/portrait-engine/index.js';
import { AppError } from '../platform/errors/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { OLDEST_FIRST } from './counting-photos.js';
import { ReferencePhoto } from './reference-photo.entity.js';

/** A photo that counts, of a profile whose photos may still change. */
export interface DraftPhoto {
  id: string;
  storageKey: string;
  analysis: PhotoAnalysis;
}

/** Photos may change before the first training and after a failed one. @throws AppError `profile_not_editable` */
export function requireEditable({ status }: Pick<AiProfile, 'status'>): void {
  if (status !== 'created' && status !== 'failed') throw new AppError('profile_not_editable');
}

/** @throws AppError `not_found`, also for a stranger's profile. */
export async function requireOwned(em: EntityManager, userId: string, id: string): Promise<void> {
  if ((await em.count(AiProfile, { id, userId })) === 0) throw new AppError('not_found');
}

/**
 * The photos of a draft that count, oldest first. The profile stays as it is until the transaction ends.
 * @throws AppError `not_found`; `profile_not_editable` once its training has begun
 */
export async function lockDraftPhotos(em: EntityManager, userId: string, id: string): Promise<DraftPhoto[]> {
  const profile = await em.findOne(AiProfile, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!profile) throw new AppError('not_found');
  requireEditable(profile);
  return em.find(ReferencePhoto, { profileId: id, setAside: null }, { orderBy: OLDEST_FIRST, refresh: true });
}

/** One photo of a profile, while it is kept. */
export const draftPhoto = (em: EntityManager, profileId: string, id: string): Promise<DraftPhoto | null> =>
  em.findOne(ReferencePhoto, { id, profileId });
