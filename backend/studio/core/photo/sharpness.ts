import { boxMean } from '../raster/blur.js';
import { give } from '../raster/scratch.js';

/** Two views of sharpness, measured on the face scaled to 192 px, so that they do not depend on the photo's size. */
export interface Sharpness {
  /** Share of fine contrast that a further blur takes away: sharp .40–.75, blurred about .22. Independent of the light. */
  reblur: number;
  /** Variance of the Laplacian on grey values 0..255: sharp 110–3000, blurred 5–12. Falls with dim light. */
  laplacian: number;
}

/** @param grey square of grey values 0..255. */
export function sharpnessOf(grey: Float32Array, side: number): Sharpness {
  const soft = boxMean(grey, side, side, 2);
  let contrast = 0;
  let lost = 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1; x < side - 1; x++) {
      const i = y * side + x;
      for (const step of [1, side]) {
        const sharp = Math.abs(grey[i]! - grey[i - step]!);
        contrast += sharp;
        lost += Math.max(0, sharp - Math.abs(soft[i]! - soft[i - step]!));
      }
      const laplace = grey[i - 1]! + grey[i + 1]! + grey[i - side]! + grey[i + side]! - 4 * grey[i]!;
      sum += laplace;
      squares += laplace * laplace;
      count++;
    }
  }
  give(soft);
  return { reblur: contrast > 0 ? lost / contrast : 0, laplacian: squares / count - (sum / count) ** 2 };
}
