import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { PhotoAnalysis } from '../integrations/portrait-engine/index.js';
import { AppError } from '../platform/errors/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { OLDEST_FIRST } from './counting-photos.js';
import { requireEditable } from './require-editable.js';
import { ReferencePhoto } from './reference-photo.entity.js';
import { TrainedModel } from './trained-model.entity.js';
import { isTaken } from './trained-photos.js';

/** A photo that counts, of a profile whose photos may still change. */
export interface DraftPhoto {
  id: string;
  storageKey: string;
  analysis: PhotoAnalysis;
}

/** What a profile keeps of its photos: a draft those that count, oldest first; a trained one cut-outs, the one taken most often first. */
export type Portrayed = { kind: 'draft'; photos: DraftPhoto[] } | { kind: 'profile'; photoIds: string[] };

/** @throws AppError `not_found`, also for a stranger's profile. */
export async function requireOwned(em: EntityManager, userId: string, id: string): Promise<void> {
  if ((await em.count(AiProfile, { id, userId })) === 0) throw new AppError('not_found');
}

/** The profile, which stays as it is until the transaction ends. @throws AppError `not_found`, also for a stranger's profile. */
export async function lockProfile(em: EntityManager, userId: string, id: string): Promise<AiProfile> {
  const profile = await em.findOne(AiProfile, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!profile) throw new AppError('not_found');
  return profile;
}

/**
 * The photos that somebody may be shown by. The profile stays as it is until the transaction ends.
 * @throws AppError `not_found`; `profile_not_editable` while it is trained
 */
export async function lockPortrayed(em: EntityManager, userId: string, id: string): Promise<Portrayed> {
  const profile = await lockProfile(em, userId, id);
  if (profile.status === 'ready') return { kind: 'profile', photoIds: await cutOutPhotos(em, id) };
  requireEditable(profile);
  const counting = { profileId: id, setAside: null };
  return {
    kind: 'draft',
    photos: await em.find(ReferencePhoto, counting, { orderBy: OLDEST_FIRST, refresh: true }),
  };
}

/** The photos that portraits of a trained profile are made of; none where a provider has the model, or it is from before they were kept. */
export async function cutOutPhotos(em: EntityManager, profileId: string): Promise<string[]> {
  const model = await em.findOne(TrainedModel, { profileId }, { fields: ['photos', 'crops'], refresh: true });
  if (!model?.photos || model.crops === 0) return [];
  return model.photos.filter(isTaken).map(({ photoId }) => photoId);
}

/** One photo of a draft, while it is kept. */
export const draftPhoto = (em: EntityManager, profileId: string, id: string): Promise<DraftPhoto | null> =>
  em.findOne(ReferencePhoto, { id, profileId });

/** A trained model, and the choice of one photo alone among its cut-outs; null where that is not kept. */
export async function modelOfPhoto(em: EntityManager, profileId: string, photoId: string) {
  const model = await em.findOne(TrainedModel, { profileId });
  const wanted = model?.photos?.find((photo) => photo.photoId === photoId)?.cutout;
  if (!model?.photos || !wanted) return null;
  const others = model.photos.flatMap(({ cutout }) => (cutout && cutout !== wanted ? [cutout] : []));
  return {
    descriptor: model.descriptor,
    storagePrefix: model.storagePrefix,
    choice: { excluded: others, preferred: [] },
  };
}
