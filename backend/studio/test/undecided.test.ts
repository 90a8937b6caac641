import { describe, expect, test } from 'vitest';
import { findUnclear } from '../core/training/undecided.js';

const [WIDTH, HEIGHT] = [1144, 1432];
const EYE_LINE = 580;
const FACE = 416;
const MIDDLE = WIDTH / 2;

/** A head on shoulders with a soft outline, and a part of which the mask knows nothing. */
function unclearOf(unknown: (x: number, y: number) => boolean): [number, number][] {
  const [hw, hh] = [WIDTH / 2, HEIGHT / 2];
  const probability = new Float32Array(hw * hh);
  for (let y = 0; y < hh; y++) {
    for (let x = 0; x < hw; x++) {
      const [fromMiddle, row] = [2 * Math.abs(x - hw / 2), 2 * y];
      const outside = row > 900 ? fromMiddle - 450 : Math.hypot(fromMiddle / 180, (row - EYE_LINE) / 280) * 180 - 180;
      probability[y * hw + x] = unknown(2 * x, row) ? 0.5 : Math.min(1, Math.max(0, 0.5 - outside / 24));
    }
  }
  const undecided = Float32Array.from({ length: hw * hh }, (_, i) =>
    unknown(2 * (i % hw), 2 * Math.floor(i / hw)) ? 1 : 0,
  );
  return findUnclear({ probability, undecided, width: WIDTH, height: HEIGHT, faceHeight: FACE, eyeLine: EYE_LINE });
}

describe('where the outline is guesswork', () => {
  test('nowhere on a person whose outline is soft but known', () => {
    expect(unclearOf(() => false)).toEqual([]);
  });

  test('at an elbow that is as dark as what is behind it, and a little around', () => {
    const found = unclearOf((x, y) => x > MIDDLE + 400 && x < MIDDLE + 520 && y > 1200 && y < 1400);
    expect(found.length).toBeGreaterThan(20);
    for (const [x, y] of found)
      expect(Math.hypot(Math.max(0, MIDDLE + 400 - x), Math.max(0, 1200 - y))).toBeLessThan(0.37 * FACE);
    expect(Math.min(...found.map(([, y]) => y))).toBeLessThan(1200 - 0.25 * FACE);
  });

  test('named a step inside the person: a crop that ends beside a named place shows nothing of it', () => {
    const found = unclearOf((x, y) => x > MIDDLE + 400 && x < MIDDLE + 520 && y > 1200 && y < 1400);
    expect(Math.max(...found.map(([x]) => x))).toBeLessThanOrEqual(MIDDLE + 520 - 8);
    const left = unclearOf((x, y) => x < MIDDLE - 400 && x > MIDDLE - 520 && y > 1200 && y < 1400);
    expect(Math.min(...left.map(([x]) => x))).toBeGreaterThanOrEqual(MIDDLE - 520 + 8);
  });

  test('not about hair, however undecided, nor above the chin', () => {
    expect(unclearOf((x, y) => Math.abs(x - MIDDLE) < 280 && y > 700 && y < 1100)).toEqual([]);
    expect(unclearOf((x, y) => Math.abs(x - MIDDLE) > 180 && y < 780)).toEqual([]);
  });

  test('not about a strand or a button', () => {
    expect(unclearOf((x, y) => Math.abs(x - MIDDLE - 340) < 8 && y > 1000)).toEqual([]);
  });
});
