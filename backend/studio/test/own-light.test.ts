import { describe, expect, test } from 'vitest';
import { OVAL } from '../core/photo/landmarks.js';
import { encode } from '../core/raster/srgb.js';
import { evenOwnLight, type Slopes } from '../core/rendering/own-light.js';
import type { Person } from '../core/rendering/person.js';

const GRID = { width: 128, height: 160 };
const [CENTRE_X, CENTRE_Y, RADIUS] = [64, 70, 40];

/** How a ball slopes, flat beside it. */
function ballSlopes(): Slopes {
  const [right, down] = [0, 1].map(() => new Float32Array(GRID.width * GRID.height)) as [Float32Array, Float32Array];
  for (let i = 0; i < right.length; i++) {
    const [x, y] = [(i % GRID.width) - CENTRE_X, Math.floor(i / GRID.width) - CENTRE_Y];
    const depth = Math.sqrt(Math.max(RADIUS ** 2 * 0.1, RADIUS ** 2 - x * x - y * y));
    if (Math.hypot(x, y) < RADIUS) [right[i], down[i]] = [-x / depth, -y / depth];
  }
  return { right, down };
}

/** A face like a ball, with this linear brightness by place, around .3. */
function face(brightness: (x: number, y: number) => number): Person {
  const mesh = Array.from({ length: 468 }, () => [CENTRE_X, CENTRE_Y, 0] as [number, number, number]);
  for (const [k, index] of OVAL.entries()) {
    const angle = (2 * Math.PI * k) / OVAL.length;
    mesh[index] = [CENTRE_X + 0.9 * RADIUS * Math.sin(angle), CENTRE_Y - 0.9 * RADIUS * Math.cos(angle), 0];
  }
  const rgba = new Uint8Array(GRID.width * GRID.height * 4).fill(255);
  for (let i = 0; i < GRID.width * GRID.height; i++) {
    const [x, y] = [(i % GRID.width) - CENTRE_X, Math.floor(i / GRID.width) - CENTRE_Y];
    rgba.fill(Math.round(255 * encode(Math.max(0.01, 0.3 * brightness(x / RADIUS, y / RADIUS)))), i * 4, i * 4 + 3);
  }
  return { rgba, ...GRID, mesh, enlargement: 1 };
}

const at = (plane: Float32Array, x: number, y: number): number =>
  plane[Math.round(CENTRE_Y + y * RADIUS) * GRID.width + Math.round(CENTRE_X + x * RADIUS)]!;

describe('a face’s own light', () => {
  test.each([
    ['dark skin', 0.3],
    ['light skin', 1.8],
  ])('from one side is evened out in part, and the face stays as bright: %s', (_, tone) => {
    const lit = (x: number): number => tone * (1 + 0.7 * x);
    const factors = evenOwnLight(face(lit), ballSlopes(), GRID);
    const ratio = (evened: boolean): number => {
      const [right, left] = [0.5, -0.5].map((x) => lit(x) * (evened ? at(factors, x, 0) : 1)) as [number, number];
      return Math.log2(right / left);
    };
    expect(ratio(true)).toBeGreaterThan(0);
    expect(ratio(true)).toBeLessThan(0.6 * ratio(false));
    let [before, after] = [0, 0];
    for (let x = -0.6; x <= 0.6; x += 0.05) {
      before += lit(x);
      after += lit(x) * at(factors, x, 0.2);
    }
    expect(after / before).toBeCloseTo(1, 1);
  });

  test('that is even, and everything beside the face, is left alone', () => {
    const factors = evenOwnLight(
      face(() => 1),
      ballSlopes(),
      GRID,
    );
    for (const factor of factors) expect(factor).toBeCloseTo(1, 1);
    const sided = evenOwnLight(
      face((x) => 1 + 0.7 * x),
      ballSlopes(),
      GRID,
    );
    expect(at(sided, 0, 2)).toBe(1);
    expect(at(sided, 1.5, 0)).toBe(1);
  });

  test('changes no place by more than a third, and blots out no beard or birthmark', () => {
    const hard = evenOwnLight(
      face((x) => (x > 0 ? 2 : 0.1)),
      ballSlopes(),
      GRID,
    );
    for (const factor of hard) expect(Math.abs(Math.log(factor))).toBeLessThan(0.36);
    const bearded = evenOwnLight(
      face((_, y) => (y > 0.4 ? 0.1 : 1)),
      ballSlopes(),
      GRID,
    );
    expect(at(bearded, 0, 0.55) / at(bearded, 0, 0.2)).toBeLessThan(1.2);
  });

  test('of a figure without a face is unknown', () => {
    const figure = { ...face((x) => 1 + x), mesh: null };
    for (const factor of evenOwnLight(figure, ballSlopes(), GRID)) expect(factor).toBe(1);
  });
});
