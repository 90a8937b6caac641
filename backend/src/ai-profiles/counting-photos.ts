import { facts } from '../facts/index.js';
import { foreignPhotos } from '../integrations/portrait-engine/index.js';
import { AppError } from '../platform/errors/index.js';
import type { ReferencePhoto } from './reference-photo.entity.js';

/** In the order they came; photos of the same millisecond have an order as well. */
export const OLDEST_FIRST = { createdAt: 'asc', id: 'asc' } as const;

/** The photos that training uses. */
export const counting = (photos: readonly ReferencePhoto[]): ReferencePhoto[] =>
  photos.filter((photo) => !photo.setAside);

/**
 * Decides which photos of a draft count: not those of another person than most of them, and of the others the oldest 15. To be
 * called with all of them, oldest first, at every change of the set, which may change who «most» are.
 */
export function setAside(photos: readonly ReferencePhoto[]): void {
  const foreign = new Set(foreignPhotos(photos.map((photo) => photo.analysis)));
  let places = facts.photos.max;
  photos.forEach((photo, index) => {
    if (foreign.has(index)) photo.setAside = 'other_person';
    else photo.setAside = places-- > 0 ? null : 'surplus';
  });
}

/** @throws AppError `photo_limit_reached`, `too_many_kept_photos` */
export function requireRoom(kept: { counting: number; all: number }): void {
  if (kept.counting >= facts.photos.max) throw new AppError('photo_limit_reached');
  if (kept.all >= facts.photos.maxKept) throw new AppError('too_many_kept_photos');
}
