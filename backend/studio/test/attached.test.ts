import { describe, expect, test } from 'vitest';
import { CHANNELS } from '../core/raster/channels.js';
import { addAttached } from '../core/training/attached.js';
import { createRandom } from '../core/raster/random.js';

const SIDE = 400;
const FACE = 100;
/** The person of whom the mask is sure: everything below this row, between these columns. */
const [TOP, LEFT, RIGHT] = [200, 150, 250];
type Colour = readonly [number, number, number];
const WALL: Colour = [0.8, 0.78, 0.8];
const METAL: Colour = [0.5, 0.45, 0.55];

/** The mean probability found in the rows right above the person, with what stands there and the wall behind. */
function foundAbove(
  thing: (above: number) => Colour | null,
  wall: (x: number, y: number) => number = () => 1,
): { rows: number[]; elsewhere: number } {
  const random = createRandom(7);
  const rgb = [0, 1, 2].map(() => new Float32Array(SIDE * SIDE)) as [Float32Array, Float32Array, Float32Array];
  const probability = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const isBetween = x >= LEFT && x < RIGHT;
    const isPerson = isBetween && y >= TOP;
    const colour = isPerson ? METAL : (isBetween && thing(TOP - y)) || WALL.map((v) => v * wall(x, y));
    for (const c of CHANNELS) rgb[c][i] = colour[c] + 0.01 * (random() - 0.5);
    if (isPerson) probability[i] = 1;
  }
  const before = probability.slice();
  addAttached({ rgb, probability, width: SIDE, height: SIDE, faceHeight: FACE });
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((above) => {
    const row = probability.subarray((TOP - above) * SIDE + LEFT + 3, (TOP - above) * SIDE + RIGHT - 3);
    return row.reduce((sum, p) => sum + p, 0) / row.length;
  });
  const elsewhere = probability.reduce(
    (sum, p, i) =>
      sum + (Math.floor(i / SIDE) < TOP - 8 || i % SIDE < LEFT || i % SIDE >= RIGHT ? Math.abs(p - before[i]!) : 0),
    0,
  );
  return { rows, elsewhere };
}

const nothing = { rows: [0, 0, 0, 0, 0, 0, 0, 0], elsewhere: 0 };

describe('what belongs to the person though the mask has overlooked it', () => {
  test('a crisp thin thing before a plain wall, sure inside and open along its edge', () => {
    const { rows, elsewhere } = foundAbove((above) => (above <= 8 ? METAL : null));
    expect(rows.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => expect.closeTo(0.98)));
    expect(rows[7]).toBeCloseTo(0.7);
    expect(elsewhere).toBe(0);
  });

  test('no shadow', () => {
    const shadow = (above: number): Colour | null =>
      above <= 12 ? (WALL.map((v) => v * (0.78 + 0.22 * (above / 12))) as unknown as Colour) : null;
    expect(foundAbove(shadow)).toEqual(nothing);
  });

  test('nothing that stands behind and goes on', () => {
    expect(foundAbove((above) => (above <= 13 ? METAL : null))).toEqual(nothing);
  });

  test('nothing that does not touch the person', () => {
    expect(foundAbove((above) => (above > 3 && above <= 9 ? METAL : null))).toEqual(nothing);
  });

  test('nothing before a wall that is not plain', () => {
    expect(
      foundAbove(
        (above) => (above <= 8 ? [0.1, 0.1, 0.1] : null),
        (x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? 1 : 0.8),
      ),
    ).toEqual(nothing);
  });
});
