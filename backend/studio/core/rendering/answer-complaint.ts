import { clothesApart, type ClothesColour } from '../photo/clothes.js';
import type { Complaint } from '../port.js';

/** How a run differs from one that was not liked. */
export interface Answer {
  /** Factor on the height that crops show, in faces. */
  faces: number;
  /** Factor on the light that models the face. */
  key: number;
  /** What is left out: the photo that would come first and most often, or every photo in the same clothes. */
  leavesOut: 'first' | 'clothes' | null;
}

const AS_USUAL: Answer = { faces: 1, key: 1, leavesOut: null };

const ANSWERS: Record<Complaint, Partial<Answer>> = {
  // Expression and clothes are those of the photos.
  expression: { leavesOut: 'first' },
  clothes: { leavesOut: 'clothes' },
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

/** Differences of mean colours, 8-bit sRGB, below which two photos show the same clothes: of their lightness, which light changes, and of the rest. */
const SAME_LIGHTNESS = 40;
const SAME_TINT = 12;

interface Worn {
  isPreferred: boolean;
  clothes: ClothesColour | null;
}

function wearsTheSame({ clothes: a }: Worn, { clothes: b }: Worn): boolean {
  if (!a || !b) return false;
  const { lightness, tint } = clothesApart(a, b);
  return lightness < SAME_LIGHTNESS && tint < SAME_TINT;
}

/** The photos without the first, and without those in its clothes, where others are left; the customer's own preference stays. */
export function otherPhotos<T extends Worn>(cutouts: readonly T[], leavesOut: 'first' | 'clothes'): readonly T[] {
  const [first, ...others] = cutouts;
  if (!first || others.length === 0 || first.isPreferred) return cutouts;
  const dressedOtherwise =
    leavesOut === 'clothes' ? others.filter((other) => other.isPreferred || !wearsTheSame(first, other)) : others;
  return dressedOtherwise.length > 0 ? dressedOtherwise : others;
}
