import type { Pictures } from '../pictures.js';
import type { Rgb } from '../raster/rgb.js';
import { sampleFrame, type CutoutFrame, type CutoutPixels } from './cutout-frame.js';

/** Each photo as it was last scaled down: its tilt is measured, and the person found in it, at the same size. */
const scaled = new WeakMap<Rgb, Rgb>();

async function scaledTo(pictures: Pictures, photo: Rgb, width: number): Promise<Rgb> {
  const known = scaled.get(photo);
  if (known?.width === width) return known;
  const small = await pictures.resample({ ...photo, channels: 3 }, { width });
  scaled.set(photo, small);
  return small;
}

/** Samples the photo. Photos finer than the cutout are scaled down first, so that no detail aliases. */
export async function sampleCutout(pictures: Pictures, photo: Rgb, frame: CutoutFrame): Promise<CutoutPixels> {
  if (frame.scale <= 1.1) return sampleFrame(photo, 1, frame);
  const width = Math.max(8, Math.round(photo.width / frame.scale));
  const small = await scaledTo(pictures, photo, width);
  return sampleFrame(small, small.width / photo.width, frame);
}
