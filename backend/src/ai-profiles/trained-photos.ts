import type { CutoutChoice, PhotoUse, UnusedReason } from '../integrations/portrait-engine/index.js';
import type { ReferencePhoto } from './reference-photo.entity.js';

/** What a customer may want of a photo: as the engine decides, more often, or never. */
export const PHOTO_CHOICES = ['auto', 'prefer', 'exclude'] as const;
export type PhotoChoice = (typeof PHOTO_CHOICES)[number];

/** What a training made of a photo, and what the customer wants of it. The photo itself is gone. */
export interface TrainedPhoto {
  photoId: string;
  /** Its place among the photos of the draft, from 1. */
  number: number;
  /** Name of the artifact that portraits are made of; null where none is made of this photo. */
  cutout: string | null;
  /** Why it is not used, or only for want of better ones. */
  reason: UnusedReason | 'surplus' | null;
  choice: PhotoChoice;
}

/**
 * What became of all photos of a draft, the used ones first, the one taken most often before the others.
 * @param photos oldest first, also those the training did not see
 * @param uses what the engine tells; null where it tells nothing
 */
export function trainedPhotos(
  photos: readonly Pick<ReferencePhoto, 'id' | 'setAside'>[],
  uses: readonly PhotoUse[] | null,
): TrainedPhoto[] | null {
  if (!uses) return null;
  const numberOf = (id: string): number => photos.findIndex((photo) => photo.id === id) + 1;
  const unseen = photos.flatMap(({ id, setAside }) =>
    setAside ? [{ photoId: id, cutout: null, reason: setAside }] : [],
  );
  return [...uses.filter(({ cutout }) => cutout), ...uses.filter(({ cutout }) => !cutout), ...unseen].map((use) => ({
    ...use,
    number: numberOf(use.photoId),
    choice: 'auto' as const,
  }));
}

/** Whether portraits are made of it. */
export const isTaken = ({ cutout, choice }: TrainedPhoto): boolean => cutout !== null && choice !== 'exclude';

/** What the engine is told of the customer's choice; null where there is none. */
export function cutoutChoice(photos: readonly TrainedPhoto[]): CutoutChoice | null {
  const chosen = (choice: PhotoChoice): string[] =>
    photos.flatMap((photo) => (photo.cutout && photo.choice === choice ? [photo.cutout] : []));
  const [excluded, preferred] = [chosen('exclude'), chosen('prefer')];
  return excluded.length + preferred.length > 0 ? { excluded, preferred } : null;
}

/** Name of the small picture of a cutout, beside it. */
export const smallPictureOf = (cutout: string): string => `${cutout.replace(/\.\w+$/, '')}-small.webp`;
