import { expect, test } from 'vitest';
import { CHANNELS } from '../core/raster/channels.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { findThinHair } from '../core/training/thin-hair.js';

const SIDE = 240;
const RADIUS = 80;
/** How far in from the outline the hair is of another colour, in pixels. */
const BAND = 7;
const HAIR: Colour = [0.2, 0.14, 0.1];
const WALL: Colour = [0.85, 0.87, 0.84];

type Colour = readonly [number, number, number];

const depths = Array.from({ length: SIDE ** 2 }, (_, i) => {
  return RADIUS - Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2);
});
const mixOf = (a: Colour, b: Colour, share: number): Colour =>
  CHANNELS.map((c) => a[c] + (b[c] - a[c]) * share) as unknown as Colour;

/** Mean thinness of the outer band, and of what lies farther in, of a head whose mask is sure everywhere. */
function thinnessOf(
  band: Colour,
  wall: Colour | ((i: number) => Colour) = WALL,
  hair = 1,
  inside: (i: number) => Colour = () => HAIR,
): { outer: number; inner: number } {
  const wallAt = typeof wall === 'function' ? wall : () => wall;
  const colourAt = (depth: number, i: number): Colour => (depth < 0 ? wallAt(i) : depth < BAND ? band : inside(i));
  const found = findThinHair(
    {
      rgb: CHANNELS.map((c) => Float32Array.from(depths, (depth, i) => colourAt(depth, i)[c])) as unknown as Planes,
      valid: new Float32Array(SIDE ** 2).fill(1),
      alpha: Float32Array.from(depths, (depth) => (depth > 0 ? 1 : 0)),
      hair: new Float32Array(SIDE ** 2).fill(hair),
      width: SIDE,
      height: SIDE,
    },
    1,
  );
  const mean = (from: number, to: number): number => {
    const places = depths.flatMap((depth, i) => (depth > from && depth < to ? [found[i]!] : []));
    return places.reduce((a, b) => a + b, 0) / places.length;
  };
  return { outer: mean(1, BAND - 2), inner: mean(25, RADIUS) };
}

test('a light wall that shines through the outermost hair is found, the more the lighter', () => {
  const [half, most] = [0.5, 0.9].map((share) => thinnessOf(mixOf(HAIR, WALL, share)));
  expect(half!.outer).toBeGreaterThan(0.2);
  expect(most!.outer).toBeGreaterThan(half!.outer + 0.2);
  expect(Math.max(half!.inner, most!.inner)).toBeLessThan(0.01);
});

test('what is not of the wall stays: the hair’s own strands, another colour, skin and cloth, and hair before a dark wall', () => {
  expect(thinnessOf(mixOf(HAIR, WALL, 0.15)).outer).toBeLessThan(0.01);
  expect(thinnessOf([0.75, 0.45, 0.1]).outer).toBeLessThan(0.05);
  expect(thinnessOf(mixOf(HAIR, WALL, 0.9), WALL, 0).outer).toBe(0);
  expect(thinnessOf([0.12, 0.09, 0.07], [0.02, 0.02, 0.03]).outer).toBe(0);
});

test('hair with streaks as light as its outermost strands has no wall behind it', () => {
  const light = mixOf(HAIR, WALL, 0.55);
  const streaks = (i: number): Colour => ((i % SIDE) % 6 < 2 ? light : HAIR);
  expect(thinnessOf(light).outer).toBeGreaterThan(0.2);
  expect(thinnessOf(light, WALL, 1, streaks).outer).toBeLessThan(0.02);
});

test('blond hair before a grey wall stays: what is nearly as light as the wall must have its very colour', () => {
  const [brown, blond, grey]: Colour[] = [
    [0.45, 0.32, 0.27],
    [0.72, 0.6, 0.5],
    [0.68, 0.65, 0.63],
  ];
  expect(thinnessOf(grey!, grey, 1, () => brown!).outer).toBeGreaterThan(0.3);
  expect(thinnessOf(blond!, grey, 1, () => brown!).outer).toBeLessThan(0.05);
});

test('before leaves, light and dark, no hair counts as thin: their mean colour is nobody’s', () => {
  const [light, dark]: Colour[] = [
    [0.75, 0.95, 0.6],
    [0.15, 0.2, 0.1],
  ];
  const leaves = (i: number): Colour => ((((i % SIDE) >> 3) + (Math.floor(i / SIDE) >> 3)) % 2 === 0 ? light! : dark!);
  const mean = mixOf(light!, dark!, 0.5);
  expect(thinnessOf(mixOf(HAIR, mean, 0.9), mean).outer).toBeGreaterThan(0.2);
  expect(thinnessOf(mixOf(HAIR, mean, 0.9), leaves).outer).toBeLessThan(0.01);
});
