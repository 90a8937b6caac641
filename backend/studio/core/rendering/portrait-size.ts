import type { Crop } from './framing.js';

/** How far a photo is enlarged at most: beyond it skin turns soft and JPEG blocks show. */
export const MOST_ENLARGEMENT = 1.8;
/** Height of usual portraits, in faces, and width of every one by its height. */
const USUAL_FACES = 2.75;
const ASPECT = 0.8;
/** Width in pixels at which a portrait still serves on a screen and in a CV. */
const SMALLEST_WIDTH = 600;

/**
 * Width of a portrait in pixels: as wanted, or less where the photo would be enlarged too much. Divisible by four, so that its height is whole.
 * @param scale pixels of the photo per pixel of the cutout
 */
export function portraitWidth(crop: Pick<Crop, 'width'>, scale: number, wanted: number): number {
  return Math.min(wanted, Math.max(2, 4 * Math.floor((MOST_ENLARGEMENT * crop.width * scale) / 4)));
}

/** Whether portraits of a photo are so small that it is used only for want of larger ones. @param widest height of its widest portrait, in faces */
export const isSmall = (faceHeight: number, widest = USUAL_FACES): boolean =>
  portraitWidth({ width: ASPECT * Math.min(widest, USUAL_FACES) * faceHeight }, 1, Infinity) < SMALLEST_WIDTH;
