import { describe, expect, test } from 'vitest';
import { refineMatte } from '../core/training/matte.js';

const SIDE = 480;
const HALF = SIDE / 2;
const MIDDLE = SIDE / 2;
const RADIUS = 140;

type At = (x: number, y: number) => number;

/** A round head whose mask is soft over 24 pixels, before a wall. Mean alpha where `isPlace` says. */
function alphaOf(
  { mask, hair, grey }: { mask: At; hair: number; grey: At },
  isPlace: (x: number, y: number) => boolean,
): number {
  const half = (at: At): Float32Array =>
    Float32Array.from({ length: HALF * HALF }, (_, i) => at((i % HALF) * 2 + 1, Math.floor(i / HALF) * 2 + 1));
  const full = (at: At): Float32Array =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => at(i % SIDE, Math.floor(i / SIDE)));
  const { alpha } = refineMatte({
    rgb: [full(grey), full(grey), full(grey)],
    valid: full(() => 1),
    width: SIDE,
    height: SIDE,
    probability: half(mask),
    hair: half(() => hair),
    faceHeight: 230,
  });
  let [sum, count] = [0, 0];
  for (let i = 0; i < alpha.length; i++) {
    if (!isPlace(i % SIDE, Math.floor(i / SIDE))) continue;
    sum += alpha[i]!;
    count++;
  }
  return sum / count;
}

const fromEdge: At = (x, y) => RADIUS - Math.hypot(x - MIDDLE, y - MIDDLE);
const soft: At = (x, y) => Math.min(1, Math.max(0, 0.5 + fromEdge(x, y) / 24));
const between = (from: number, to: number) => (x: number, y: number) => fromEdge(x, y) > from && fromEdge(x, y) < to;

describe('an edge that the colours do not show', () => {
  const likeTheWall = { mask: soft, grey: () => 0.5 };

  test('is clear: of skin and cloth, and of hair, which would be a haze otherwise', () => {
    for (const hair of [0, 1]) {
      expect(alphaOf({ ...likeTheWall, hair }, between(6, 10))).toBeGreaterThan(0.9);
      expect(alphaOf({ ...likeTheWall, hair }, between(-10, -6))).toBeLessThan(0.1);
    }
  });

  test('of the sure person nothing goes, and nothing comes from where the mask sees nobody', () => {
    for (const hair of [0, 1]) {
      expect(alphaOf({ ...likeTheWall, hair }, between(16, RADIUS))).toBeGreaterThan(0.99);
      expect(alphaOf({ ...likeTheWall, hair }, between(-RADIUS, -16))).toBeLessThan(0.01);
    }
  });
});

test('an edge of hair through which ever more of the wall shows stays soft, one of cloth does not', () => {
  const thinning: At = (x, y) => 0.85 - 0.7 * soft(x, y);
  const [inner, outer] = [between(5, 9), between(-9, -5)];
  const [hair, cloth] = [1, 0].map((share) => ({ mask: soft, hair: share, grey: thinning }));
  expect(alphaOf(hair!, inner)).toBeLessThan(0.93);
  expect(alphaOf(hair!, outer)).toBeGreaterThan(0.07);
  expect(alphaOf(hair!, outer)).toBeGreaterThan(alphaOf(cloth!, outer) + 0.03);
});

test('a gap in hair through which the wall shows is found, though the mask is rather sure there', () => {
  const isGap = (x: number, y: number): boolean => fromEdge(x, y) > -12 && fromEdge(x, y) < 12 && (x + y) % 40 < 12;
  const grey: At = (x, y) => (isGap(x, y) || fromEdge(x, y) < 0 ? 0.85 : 0.15);
  const mask: At = (x, y) => Math.max(soft(x, y), fromEdge(x, y) > 0 ? 0.7 : 0);
  const inner = (x: number, y: number): boolean => fromEdge(x, y) > 2 && fromEdge(x, y) < 8;
  const gap = alphaOf({ mask, hair: 1, grey }, (x, y) => inner(x, y) && (x + y) % 40 > 3 && (x + y) % 40 < 9);
  const strand = alphaOf({ mask, hair: 1, grey }, (x, y) => inner(x, y) && (x + y) % 40 > 18 && (x + y) % 40 < 34);
  expect(gap).toBeLessThan(0.45);
  expect(strand).toBeGreaterThan(0.75);
});
