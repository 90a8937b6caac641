import type { Corner } from './layer.js';

/** Turns a scene drawn with its light on the right into one with the light on the left. */
export type Mirror = (x: number) => number;

export const mirrorFor = (side: -1 | 1): Mirror => (side === 1 ? (x) => x : (x) => 1 - x);

/** Four corners, mirrored; they stay in clockwise order from the top left. */
export function quad(mirror: Mirror, a: Corner, b: Corner, c: Corner, d: Corner): [Corner, Corner, Corner, Corner] {
  const m = ([x, y]: Corner): Corner => [mirror(x), y];
  return mirror(0) < mirror(1) ? [m(a), m(b), m(c), m(d)] : [m(b), m(a), m(d), m(c)];
}
