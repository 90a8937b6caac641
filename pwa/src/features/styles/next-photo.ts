import type { Schemas } from '~/lib/api';

/** The photo that comes after the one that is shown, among those that portraits are made of; null where there is no other. */
export function nextPhoto(
  photos: readonly Pick<Schemas['TrainedPhoto'], 'id' | 'used' | 'choice'>[],
  shown: string | null,
): string | null {
  const taken = photos.filter(({ used, choice }) => used && choice !== 'exclude').map(({ id }) => id);
  const next = taken[(taken.indexOf(shown ?? '') + 1) % taken.length];
  return next === undefined || next === shown ? null : next;
}
