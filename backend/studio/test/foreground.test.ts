import { expect, test } from 'vitest';
import { CHANNELS } from '../core/raster/channels.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { estimateForeground } from '../core/training/foreground.js';

const SIDE = 240;
const RADIUS = 80;
const NOT_THIN = new Float32Array(SIDE ** 2);
type Colour = readonly [number, number, number];

/** How far inside the outline of a disc in the middle a place lies, in pixels. */
const depthOf = (i: number): number => RADIUS - Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2);
const soft = (depth: number): number => Math.min(1, Math.max(0, 0.5 + depth / 4));

/** Mean colour found for the disc's outermost visible pixels; its matte says a little more of the person than is true. */
function rimOf(colourAt: (depth: number) => Colour, wall: Colour): Colour {
  const places = Array.from({ length: SIDE * SIDE }, (_, i) => depthOf(i));
  const planes = CHANNELS.map((c) =>
    Float32Array.from(places, (depth) => colourAt(depth)[c] * soft(depth) + wall[c] * (1 - soft(depth))),
  ) as [Float32Array, Float32Array, Float32Array];
  const alpha = Float32Array.from(places, (depth) => soft(depth + 1.2));
  const found = estimateForeground(planes, { alpha, thin: NOT_THIN }, SIDE, SIDE, 1);
  const rim = places.flatMap((depth, i) => (depth > -2 && depth < 2 && alpha[i]! > 0.3 ? [i] : []));
  return found.map((plane) => rim.reduce((sum, i) => sum + plane[i]!, 0) / rim.length) as unknown as Colour;
}

test('a light wall leaves no light line around dark hair', () => {
  const hair = 0.2;
  for (const value of rimOf(() => [hair, hair, hair], [0.85, 0.85, 0.85])) expect(value - hair).toBeLessThan(0.08);
});

test('a dark curtain leaves no dark line around light hair', () => {
  for (const value of rimOf(() => [0.8, 0.7, 0.6], [0.08, 0.08, 0.1])) expect(value).toBeGreaterThan(0.52);
});

test('what the person’s own outline differs in otherwise stays: a red seam before a blue wall', () => {
  const [red, green] = rimOf((depth) => (depth < 4 ? [0.8, 0.15, 0.15] : [0.4, 0.35, 0.3]), [0.2, 0.35, 0.6]);
  expect(red - green).toBeGreaterThan(0.3);
});

test('where two materials meet at the outline, neither takes the other’s colour: a dark collar beside a white shirt', () => {
  // Stripes run across the outline, so that what lies farther in is of both kinds.
  const stripes = (i: number): number =>
    Math.floor(Math.atan2(Math.floor(i / SIDE) - SIDE / 2, (i % SIDE) - SIDE / 2) * 26) % 2 === 0 ? 0.1 : 0.9;
  const places = Array.from({ length: SIDE * SIDE }, (_, i) => depthOf(i));
  const planes = [0, 1, 2].map(() =>
    Float32Array.from(places, (depth, i) => stripes(i) * soft(depth) + 0.05 * (1 - soft(depth))),
  ) as [Float32Array, Float32Array, Float32Array];
  const [found] = estimateForeground(
    planes,
    { alpha: Float32Array.from(places, (depth) => soft(depth + 0.6)), thin: NOT_THIN },
    SIDE,
    SIDE,
    1,
  );
  const dark = places.flatMap((depth, i) =>
    depth > 0 && depth < 2 && stripes(i) < 0.5 && [1, -1, SIDE, -SIDE].every((step) => stripes(i + step) < 0.5)
      ? [found[i]!]
      : [],
  );
  expect(dark.length).toBeGreaterThan(50);
  expect(dark.reduce((sum, value) => sum + value, 0) / dark.length).toBeLessThan(0.2);
});

test('a red flag does not bleed into a dark sleeve, though photos keep colours at half of the sharpness', () => {
  const cloth = 0.13;
  const wall: Colour = [0.68, 0.05, 0.1];
  const grey = 0.3 * wall[0] + 0.59 * wall[1] + 0.11 * wall[2];
  const places = Array.from({ length: SIDE * SIDE }, (_, i) => depthOf(i));
  // The brightness turns within four pixels, the tint within twelve.
  const tint = (depth: number): number => Math.min(1, Math.max(0, 0.5 - depth / 12));
  const planes = CHANNELS.map((c) =>
    Float32Array.from(
      places,
      (depth) => cloth * soft(depth) + grey * (1 - soft(depth)) + (wall[c] - grey) * tint(depth),
    ),
  ) as [Float32Array, Float32Array, Float32Array];
  const found = estimateForeground(planes, { alpha: Float32Array.from(places, soft), thin: NOT_THIN }, SIDE, SIDE, 1);
  const inside = places.flatMap((depth, i) => (depth > 1 && depth < 4 ? [i] : []));
  const redness = (of: Planes): number => inside.reduce((sum, i) => sum + of[0][i]! - of[1][i]!, 0) / inside.length;
  expect(redness(planes)).toBeGreaterThan(0.1);
  expect(redness(found)).toBeLessThan(0.4 * redness(planes));
});
