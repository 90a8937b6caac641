import sharp from 'sharp';
import { PREVIEW_WRITING } from '../previews/mark/index.js';
import type { PREVIEWS } from './portrait-previews.js';

/** A portrait as one of its previews, with the mark of its provenance. */
export function makePreview(jpeg: Uint8Array, { width }: (typeof PREVIEWS)[number]): Promise<Buffer> {
  return sharp(jpeg).resize({ width, withoutEnlargement: true }).keepXmp().webp(PREVIEW_WRITING).toBuffer();
}
