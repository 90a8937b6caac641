import { createRandom } from '../core/raster/random.js';
import { createNoise } from './layer.js';

/** The field repeats after this many units. */
const PERIOD = 32;
/** Samples per unit: in a blurred scene steps of this size are not seen. */
const FINENESS = 16;
const SIDE = PERIOD * FINENESS;

/** Two copies of a noise, faded into each other over the whole field so that its edges fit. */
const FIELD = ((): Float32Array => {
  const noise = createNoise(createRandom(0x51ab));
  const field = new Float32Array(SIDE * SIDE);
  const part = SIDE / 8;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const fadeX = Math.max(0, (x - SIDE + part) / part);
      const fadeY = Math.max(0, (y - SIDE + part) / part);
      const at = (dx: number, dy: number): number => noise((x + dx) / FINENESS, (y + dy) / FINENESS);
      const top = at(0, 0) * (1 - fadeX) + (fadeX > 0 ? at(-SIDE, 0) * fadeX : 0);
      const low = fadeY > 0 ? at(0, -SIDE) * (1 - fadeX) + (fadeX > 0 ? at(-SIDE, -SIDE) * fadeX : 0) : 0;
      field[y * SIDE + x] = top * (1 - fadeY) + low * fadeY;
    }
  }
  return field;
})();

/** The noise of `createNoise` (-1 to 1, a few octaves), the same in every picture and many times faster: shift it to tell places apart. */
export const rough = (x: number, y: number): number =>
  FIELD[(Math.floor(y * FINENESS) & (SIDE - 1)) * SIDE + (Math.floor(x * FINENESS) & (SIDE - 1))]!;

/** The fast noise from a place of its own. */
export function roughFrom(random: () => number): (x: number, y: number) => number {
  const dx = random() * PERIOD;
  const dy = random() * PERIOD;
  return (x, y) => rough(x + dx, y + dy);
}
