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

/** How much wider and higher than the frame the surroundings are. */
const SURROUNDINGS = 1.6;

/** The frame with what is around it, at half of the frame's size: the eyes lie at the same share of the height. */
export async function sampleSurroundings(pictures: Pictures, photo: Rgb, frame: CutoutFrame): Promise<CutoutPixels> {
  const size = (length: number): number => Math.round((length * SURROUNDINGS) / 2);
  const wide = { ...frame, width: size(frame.width), height: size(frame.height), scale: frame.scale * 2 };
  const source = await sourceFor(pictures, photo, frame);
  return sampleFrame(source, source.width / photo.width, wide);
}

/** Samples the photo. Photos finer than the cutout are scaled down first, so that no detail aliases. @param where see `sampleFrame` */
export async function sampleCutout(
  pictures: Pictures,
  photo: Rgb,
  frame: CutoutFrame,
  where?: Float32Array,
): Promise<CutoutPixels> {
  const source = await sourceFor(pictures, photo, frame);
  return sampleFrame(source, source.width / photo.width, frame, where);
}

async function sourceFor(pictures: Pictures, photo: Rgb, { scale }: CutoutFrame): Promise<Rgb> {
  return scale <= 1.1 ? photo : scaledTo(pictures, photo, Math.max(8, Math.round(photo.width / scale)));
}
