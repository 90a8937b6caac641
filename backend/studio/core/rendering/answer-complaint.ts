import type { Complaint } from '../port.js';

/** How a run differs from one that was not liked. */
export interface Answer {
  /** Factor on the height that crops show, in faces. */
  faces: number;
  /** Factor on the light that models the face. */
  key: number;
  /** Whether the photo that would come first and most often is left out. */
  isOfOtherPhotos: boolean;
}

const AS_USUAL: Answer = { faces: 1, key: 1, isOfOtherPhotos: false };

const ANSWERS: Record<Complaint, Partial<Answer>> = {
  // Expression and clothes are those of the photos.
  expression: { isOfOtherPhotos: true },
  clothes: { isOfOtherPhotos: true },
  // What was cut off, or felt close, has more room around it.
  crop: { faces: 1.25 },
  // Less of what is added to the light of the photo.
  light: { key: 0.3 },
  likeness: { key: 0.3 },
};

/** @param complaint what was not liked of an earlier run; null for a run of its own */
export const answerTo = (complaint: Complaint | null | undefined): Answer => ({
  ...AS_USUAL,
  ...(complaint ? ANSWERS[complaint] : {}),
});

/** The photos without the first, where another is left; the customer's own preference stays. */
export function otherPhotos<T extends { isPreferred: boolean }>(cutouts: readonly T[]): readonly T[] {
  const [first, ...others] = cutouts;
  return others.length === 0 || first?.isPreferred ? cutouts : others;
}
