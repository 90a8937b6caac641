import type { PhotoAnalysis } from '../port.js';
import { nearDuplicate } from './near-duplicate.js';

/** What would make a set of photos better; the order is that of their weight. */
export const SET_ADVICE = ['angles', 'light', 'closer', 'near_duplicates', 'outfits'] as const;
export type SetAdvice = (typeof SET_ADVICE)[number];

/** What of a photo advice is given by. */
export type AdvisedPhoto = Pick<PhotoAnalysis, 'yaw' | 'faceLight' | 'faceHeight' | 'perceptualHash' | 'clothes'>;

/** Below this many photos it is too early to tell. */
const ENOUGH = 5;
/** Turns of the head closer together than this are one angle, radians. */
const ONE_ANGLE = 0.22;
/** A face darker than this is dark, mean grey. */
const DARK = 85;
/** A face smaller than this leaves little to work with, pixels. */
const SMALL = 220;
/** Colours closer together than this look like the same clothes, distance in 8-bit sRGB. */
const SAME_COLOUR = 30;

/** Advice on the photos as a set. Nothing of it is needed to train. @param enough number of photos from which something is said */
export function adviseSet(photos: readonly AdvisedPhoto[], enough = ENOUGH): SetAdvice[] {
  if (photos.length < enough) return [];
  const half = photos.length / 2;
  const yaws = photos.map(({ yaw }) => yaw);
  const clothes = photos.flatMap((photo) => (photo.clothes ? [photo.clothes] : []));
  const is: Record<SetAdvice, boolean> = {
    angles: Math.max(...yaws) - Math.min(...yaws) < ONE_ANGLE,
    light: photos.filter(({ faceLight }) => faceLight !== undefined && faceLight < DARK).length > half,
    closer: photos.filter(({ faceHeight }) => faceHeight < SMALL).length > half,
    near_duplicates:
      photos.filter((photo) =>
        photos.some((other) => other !== photo && nearDuplicate(other.perceptualHash, photo.perceptualHash)),
      ).length > 2,
    outfits:
      clothes.length > half &&
      clothes.every((colour) => clothes.every((other) => distance(colour, other) < SAME_COLOUR)),
  };
  return SET_ADVICE.filter((advice) => is[advice]);
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, i) => value - b[i]!));
