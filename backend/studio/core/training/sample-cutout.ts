import type { Pictures } from '../pictures.js';
import type { Rgb } from '../raster/rgb.js';
import { take } from '../raster/scratch.js';
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

/** A sample that may be asked for again. */
interface Sampled {
  frame: CutoutFrame;
  planes: readonly Float32Array[];
}

/** The last small sample of each photo: a preview looks for the person, cuts it out and shows the photo in one and the same frame. */
const samples = new WeakMap<Rgb, Sampled>();
/** Pixels of a frame up to which its sample is kept (10 MB). */
const SMALL = 640_000;

const isSame = (a: CutoutFrame, b: CutoutFrame): boolean =>
  (Object.keys(a) as (keyof CutoutFrame)[]).every((key) => a[key] === b[key]);

/** A copy in scratch buffers, which the caller gives back. */
function copyOf(plane: Float32Array): Float32Array {
  const copy = take(plane.length);
  copy.set(plane);
  return copy;
}

/** Samples the photo. Photos finer than the cutout are scaled down first, so that no detail aliases. @param where see `sampleFrame` */
export async function sampleCutout(
  pictures: Pictures,
  photo: Rgb,
  frame: CutoutFrame,
  where?: Float32Array,
): Promise<CutoutPixels> {
  const kept = samples.get(photo);
  if (kept && !where && isSame(kept.frame, frame)) {
    const [red, green, blue, valid] = kept.planes.map(copyOf) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    return { frame, rgb: [red, green, blue], valid };
  }
  const source = await sourceFor(pictures, photo, frame);
  const pixels = sampleFrame(source, source.width / photo.width, frame, where);
  if (!where && frame.width * frame.height <= SMALL)
    samples.set(photo, { frame, planes: [...pixels.rgb, pixels.valid].map((plane) => plane.slice()) });
  return pixels;
}

async function sourceFor(pictures: Pictures, photo: Rgb, { scale }: CutoutFrame): Promise<Rgb> {
  return scale <= 1.1 ? photo : scaledTo(pictures, photo, Math.max(8, Math.round(photo.width / scale)));
}
