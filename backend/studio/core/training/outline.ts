import { blur, boxMean } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { dilate } from '../raster/morphology.js';
import type { Region } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';

/** What an outline is judged by; all of one size. */
export interface Outlined {
  rgb: Planes;
  /** Probability of the person, and 1 where it was contested. */
  probability: Float32Array;
  contested: Float32Array;
  width: number;
  height: number;
  /** Forehead to chin in these pixels. */
  faceHeight: number;
}

/** How far to both sides of the outline colours are compared, in faces, and the difference (0..1) below which there is no edge. */
const ACROSS = [0.015, 0.025] as const;
const WEAK = 0.06;
/** How near a contested place makes the outline doubtful, in faces. */
const NEAR = 0.04;

/**
 * Places of the outline where it was contested and no edge of the picture bears it out: a true outline is an edge, and a sure one may do without,
 * as a white shirt before a white wall. Indices of pixels: the whole outline, and the unfounded part.
 */
export function findUnfounded({ rgb, probability, contested, width, height, faceHeight }: Outlined): {
  outline: number[];
  unfounded: number[];
} {
  const body = take(probability.length);
  for (let i = 0; i < body.length; i++) body[i] = probability[i]! > 0.5 ? 1 : 0;
  const slope = blur(body, width, height, 2);
  const soft = rgb.map((plane) => boxMean(plane, width, height, 1)) as unknown as Planes;
  const doubtful = dilate(contested, width, height, Math.max(1, Math.round(NEAR * faceHeight)));
  const reach = ACROSS.map((share) => Math.max(2, Math.round(share * faceHeight)));
  const margin = Math.max(...reach) + 1;
  const outline: number[] = [];
  const unfounded: number[] = [];
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const i = y * width + x;
      if (body[i] === 0 || (body[i - 1] && body[i + 1] && body[i - width] && body[i + width])) continue;
      const [dx, dy] = [slope[i + 1]! - slope[i - 1]!, slope[i + width]! - slope[i - width]!];
      const length = Math.hypot(dx, dy);
      if (length < 1e-4) continue;
      outline.push(i);
      const at = (far: number): number =>
        Math.round(y + (dy / length) * far) * width + Math.round(x + (dx / length) * far);
      if (doubtful[i]! > 0 && reach.every((far) => distance(soft, at(far), at(-far)) < WEAK)) unfounded.push(i);
    }
  }
  give(body, slope, doubtful, ...soft);
  return { outline, unfounded };
}

const distance = ([r, g, b]: Planes, i: number, j: number): number =>
  Math.hypot(r[i]! - r[j]!, g[i]! - g[j]!, b[i]! - b[j]!);

/** How many of these pixels lie in a part of the picture. */
export const countWithin = (places: readonly number[], width: number, { x, y, width: w, height: h }: Region): number =>
  places.filter((i) => {
    const [px, py] = [i % width, Math.floor(i / width)];
    return px >= x && py >= y && px < x + w && py < y + h;
  }).length;
