import type { PictureSize } from './picture-size.js';

/** Most pixels and longest side a file may claim in its header. */
export const MAX_PIXELS = 50_000_000;
export const MAX_SIDE = 12_000;

/** Whether a file claims more than is decoded. */
export const isTooLarge = ({ width, height }: PictureSize): boolean =>
  width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE;

/** Longest side of a normalised photo in pixels. */
export const NORMALISED_SIDE = 2400;
