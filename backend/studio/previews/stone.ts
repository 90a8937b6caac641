import { noise, smoothStep } from './figure/curves.js';
import type { Distance } from './figure/heads.js';
import type { Triple } from './vector.js';

/** One warm stone for all figures, linear. */
export const STONE: Triple = [0.74, 0.672, 0.585];

/** Brightness of the stone at a place, about 1: clouds, speckles and a few pale veins. */
export function stoneAt(x: number, y: number, z: number): number {
  const clouds = noise(x * 3.1, y * 3.1, z * 3.1) + 0.5 * noise(x * 9, y * 9, z * 9);
  const speckles = 0.6 * noise(x * 210, y * 210, z * 210) + 0.4 * noise(x * 95, y * 95, z * 95);
  const bent = noise(x * 4, y * 4, z * 4) * 0.35;
  const vein = Math.exp(-((noise(x * 1.7 + bent + 9, y * 1.7, z * 1.7) / 0.035) ** 2));
  return 1 + 0.024 * clouds + 0.036 * speckles - 0.03 * vein;
}

/** Heights over the surface at which it is looked for neighbouring locks and folds. */
const HEIGHTS = [0.014, 0.03, 0.07];

/** How open the surface is near the place, 1 on a plain or a ridge, towards 0 in a groove. */
export function hollowAt(distance: Distance, [x, y, z]: Triple, [nx, ny, nz]: Triple): number {
  let hidden = 0;
  for (const h of HEIGHTS) {
    const d = distance(x + nx * h, y + ny * h, z + nz * h);
    hidden += Math.min(1, Math.max(0, (h - d) / h));
  }
  return 1 - smoothStep(0, 1.15, hidden / HEIGHTS.length);
}
