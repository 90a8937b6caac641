import { expect, test } from 'vitest';
import { CHANNELS } from '../core/raster/channels.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { takeVeilOff } from '../core/training/veil.js';

const SIDE = 400;
const RADIUS = 150;
type Colour = readonly [number, number, number];
const HAIR: Colour = [0.28, 0.22, 0.18];
const WALL: Colour = [0.95, 0.93, 0.88];

/** How far inside the outline of a head in the middle a place lies, in pixels. */
const depthOf = (i: number): number => RADIUS - Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2);
const PLACES = Array.from({ length: SIDE ** 2 }, (_, i) => depthOf(i));

interface Drawing {
  /** How much of the room's light lies over a depth. */
  veil: (depth: number) => number;
  wall?: Colour;
  /** What is behind a place, where it is of several colours; the veil has the wall's. */
  roomAt?: (i: number) => Colour;
  hair?: number;
  /** What a place's hair differs from the rest by. */
  strand?: (i: number) => number;
}

/** Brightness of the red channel before and after, on the mean of places between two depths. */
function takenOff({ veil, wall = WALL, roomAt = () => wall, hair = 1, strand = () => 0 }: Drawing) {
  const rgb = CHANNELS.map((c) =>
    Float32Array.from(PLACES, (depth, i) => {
      const own = HAIR[c] + strand(i);
      return depth < 0 ? roomAt(i)[c] : own + veil(depth) * (wall[c] - own);
    }),
  ) as unknown as Planes;
  const colours = rgb.map((plane) => plane.slice()) as unknown as Planes;
  const alpha = Float32Array.from(PLACES, (depth) => Math.min(1, Math.max(0, 0.5 + depth / 2)));
  const halved = new Float32Array((SIDE / 2) ** 2).fill(hair);
  const valid = new Float32Array(PLACES.length).fill(1);
  takeVeilOff(colours, { rgb, valid, alpha, width: SIDE, height: SIDE, hair: halved }, 1);
  const meanOf = (plane: Float32Array, from: number, to: number): number => {
    const found = PLACES.flatMap((depth, i) => (depth > from && depth < to ? [plane[i]!] : []));
    return found.reduce((sum, v) => sum + v, 0) / found.length;
  };
  return {
    before: (from: number, to: number) => meanOf(rgb[0], from, to),
    after: (from: number, to: number) => meanOf(colours[0], from, to),
    red: colours[0],
  };
}

const glow = (depth: number): number => 0.4 * Math.exp(-Math.max(0, depth) / 14);

test('the glow of a bright room goes off the hair beside it, and the hair within stays', () => {
  const { before, after } = takenOff({ veil: glow });
  expect(before(2, 12) - HAIR[0]).toBeGreaterThan(0.15);
  expect(after(2, 12) - HAIR[0]).toBeLessThan(0.07);
  expect(after(2, 12) - HAIR[0]).toBeGreaterThan(-0.03);
  expect(Math.abs(after(60, 100) - before(60, 100))).toBeLessThan(0.01);
});

test('strands keep what they differ in', () => {
  const strand = (i: number): number => (Math.floor((i % SIDE) / 3) % 2 === 0 ? 0.06 : -0.06);
  const { red } = takenOff({ veil: glow, strand });
  const row = (SIDE / 2 - RADIUS + 8) * SIDE + SIDE / 2;
  const beside = Array.from({ length: 12 }, (_, k) => red[row + k - 6]!);
  expect(Math.max(...beside) - Math.min(...beside)).toBeGreaterThan(0.06);
});

test('hair whose locks differ by as much is not evened out, and no veil is taken off farther in than a cutout may be painted', () => {
  const lock = (i: number): number => (Math.floor((i % SIDE) / 30) % 2 === 0 ? 0.1 : -0.1);
  const { before, after } = takenOff({ veil: () => 0, strand: lock });
  expect(Math.abs(after(2, 12) - before(2, 12))).toBeLessThan(0.004);
  const deep = takenOff({ veil: (depth) => 0.25 * Math.exp(-Math.max(0, depth) / 40) });
  expect(Math.abs(deep.after(32, 60) - deep.before(32, 60))).toBeLessThan(3 / 255);
});

test('a sheen that ends before the outline stays', () => {
  const { before, after } = takenOff({ veil: (depth) => 0.3 * Math.exp(-(((depth - 26) / 6) ** 2)) });
  expect(after(20, 32) / before(20, 32)).toBeGreaterThan(0.95);
});

test('skin and cloth stay, and so does hair before a room no lighter than it', () => {
  for (const drawing of [{ hair: 0 }, { wall: [0.35, 0.3, 0.25] as const }]) {
    const { before, after } = takenOff({ veil: glow, ...drawing });
    expect(after(0, 30)).toBe(before(0, 30));
  }
});

test('before a room of light and dark pieces nothing is taken for a veil: their mean colour is nobody’s', () => {
  const [light, dark]: Colour[] = [
    [0.98, 0.98, 0.9],
    [0.5, 0.48, 0.42],
  ];
  const pieces = (i: number): Colour => ((((i % SIDE) >> 4) + (Math.floor(i / SIDE) >> 4)) % 2 === 0 ? light! : dark!);
  const wall = CHANNELS.map((c) => (light![c] + dark![c]) / 2) as unknown as Colour;
  const [plain, busy] = [takenOff({ veil: glow, wall }), takenOff({ veil: glow, wall, roomAt: pieces })];
  expect(plain.before(2, 12) - plain.after(2, 12)).toBeGreaterThan(0.03);
  expect(busy.before(2, 12) - busy.after(2, 12)).toBeLessThan(0.005);
});
