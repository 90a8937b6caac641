import { take } from '../raster/scratch.js';
import type { Seen } from './own-person.js';

/** Difference of neighbours (0..1) that is but grain, and the sum of larger ones up to which a way crosses no edge. */
const GRAIN = 0.012;
export const SMOOTH = 0.07;
/** How much more of an edge has to lie on the way to the other side for a place to belong to this one. */
export const EDGE = 0.16;

/** What a place is taken for; 0 beyond the photo and in the person's face. */
export const [ROOM, FREE, PERSON] = [1, 2, 3];

/** Sums of edges that differ by less than this are not told apart. */
const STEP = 0.01;

/** For each place the least sum of edges on a way through free places; beyond `most` infinite. A scratch buffer. */
export function edgesFrom(
  kind: number,
  kinds: Uint8Array,
  { rgb: [r, g, b], width }: Pick<Seen, 'rgb' | 'width'>,
  most: number,
): Float32Array {
  const sums = take(kinds.length).fill(Infinity);
  // Sums are small and bounded, so places wait in one list for each step of them.
  const waiting = Array.from({ length: Math.ceil(most / STEP) + 1 }, (): number[] => []);
  const reach = (i: number, sum: number): void => {
    if (sum >= sums[i]! || sum > most) return;
    sums[i] = sum;
    waiting[Math.floor(sum / STEP)]!.push(i);
  };
  const enter = (j: number, i: number): void => {
    if (kinds[j] !== FREE) return;
    const step = Math.hypot(r[j]! - r[i]!, g[j]! - g[i]!, b[j]! - b[i]!);
    reach(j, sums[i]! + Math.max(0, step - GRAIN));
  };
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === kind) reach(i, 0);
  for (const list of waiting) {
    for (let k = 0; k < list.length; k++) {
      const i = list[k]!;
      // Nothing but places within the photo is of a kind, and these have neighbours on all sides.
      enter(i - 1, i);
      enter(i + 1, i);
      enter(i - width, i);
      enter(i + width, i);
    }
  }
  return sums;
}
