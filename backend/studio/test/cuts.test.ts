import { describe, expect, test } from 'vitest';
import { softenCuts } from '../core/training/cuts.js';

const [WIDTH, HEIGHT, FACE] = [200, 120, 104];
const VALID = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

/** The probability of somebody on the left, by how far to the right a place lies, before and after. */
function softened(at: (x: number) => number, valid = VALID): { before: Float32Array; after: Float32Array } {
  const before = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => at(i % WIDTH));
  const probability = before.slice();
  softenCuts({ probability, width: WIDTH, height: HEIGHT, faceHeight: FACE, valid });
  const row = (plane: Float32Array): Float32Array => plane.subarray(60 * WIDTH, 61 * WIDTH);
  return { before: row(before), after: row(probability) };
}

describe('where somebody else was taken out', () => {
  test('the outline becomes soft for a little, so that colours draw it', () => {
    const { after } = softened((x) => (x < 100 ? 1 : 0));
    expect(after[99]).toBeLessThan(0.75);
    expect(after[100]).toBeGreaterThan(0.25);
    expect(after[99]! + after[100]!).toBeCloseTo(1, 2);
    for (const [x, p] of after.entries()) if (x < 94 || x > 105) expect(p).toBe(x < 100 ? 1 : 0);
  });

  test('an outline that the mask has found itself stays, however sharp', () => {
    const { before, after } = softened((x) => Math.min(1, Math.max(0, (101 - x) / 3)));
    expect(after).toEqual(before);
  });

  test('and so does the end of the photo', () => {
    const { before, after } = softened((x) => (x < 100 ? 1 : 0), { ...VALID, width: 101 });
    expect(after).toEqual(before);
  });
});
