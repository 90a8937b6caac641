import { boxMean } from '../raster/blur.js';
import { dilate } from '../raster/morphology.js';
import { give, take } from '../raster/scratch.js';

/** What the looks of the model agree on. All of one size. */
export interface Opinions {
  probability: Float32Array;
  /** 1 where the looks contradict each other. */
  contradicted: Float32Array;
  width: number;
  height: number;
  /** Forehead to chin in these pixels. */
  faceHeight: number;
}

/** Probabilities between which a place is guesswork. */
const [NOBODY, SOMEBODY] = [0.08, 0.92];
/** How thick such a place must be, in faces, and how much of its neighbourhood it takes up: outlines are thin. */
const THICK = 0.05;
const MOSTLY = 0.6;

/** Places thicker than an outline about which the model is unsure or contradicts itself: 1, elsewhere 0. A scratch buffer. */
export function findContested({ probability, contradicted, width, height, faceHeight }: Opinions): Float32Array {
  const n = width * height;
  const contested = take(n);
  for (let i = 0; i < n; i++) {
    const p = probability[i]!;
    contested[i] = contradicted[i]! > 0 || (p > NOBODY && p < SOMEBODY) ? 1 : 0;
  }
  const radius = Math.max(1, Math.round((THICK * faceHeight) / 2));
  const share = boxMean(contested, width, height, radius);
  for (let i = 0; i < n; i++) share[i] = share[i]! > MOSTLY ? 1 : 0;
  const broad = dilate(share, width, height, radius);
  for (let i = 0; i < n; i++) contested[i]! *= broad[i]!;
  give(share, broad);
  return contested;
}
