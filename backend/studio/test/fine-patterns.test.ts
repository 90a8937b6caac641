import { describe, expect, test } from 'vitest';
import { detailAt, keepEnclosed, measurePatterns } from '../core/training/fine-patterns.js';

const [WIDTH, HEIGHT] = [60, 40];
const [FRONT, BACK] = [50, 10];

/** A person at the right, a background at the left, and an undecided band between them in which hair begins at `hair`. Deviations of either side. */
function detailAcross(hair: number, person: number, background: number): number[] {
  const n = WIDTH * HEIGHT;
  const [variance, sureFront, sureBack] = [new Float32Array(n), new Float32Array(n), new Float32Array(n)];
  for (let i = 0; i < n; i++) {
    const x = i % WIDTH;
    variance[i] = (x >= hair ? person : background) ** 2;
    sureFront[i] = x >= 36 ? 1 : 0;
    sureBack[i] = x < 24 ? 1 : 0;
  }
  const patterns = measurePatterns({ variance, sureFront, sureBack, width: WIDTH, height: HEIGHT, unit: 1 });
  const row = 20 * WIDTH;
  return Array.from({ length: 12 }, (_, k) => detailAt(patterns, row + 24 + k, row + FRONT, row + BACK));
}

describe('fine patterns', () => {
  test('short hair ends where the picture becomes smooth', () => {
    const detail = detailAcross(30, 0.06, 0.004);
    expect(detail.slice(0, 4)).toEqual([-1, -1, -1, -1]);
    expect(detail.slice(8)).toEqual([1, 1, 1, 1]);
  });

  test('say nothing of smooth hair before a smooth wall', () => {
    expect(detailAcross(30, 0.006, 0.005)).toEqual(Array.from({ length: 12 }, () => 0));
  });

  test('say nothing against a person before foliage', () => {
    expect(Math.min(...detailAcross(30, 0.04, 0.05))).toBe(0);
  });

  test('count a smooth place for background only where a smooth way leads to it', () => {
    const detail = new Float32Array(WIDTH * HEIGHT);
    const at = (x: number, y: number): number => y * WIDTH + x;
    const open = [at(10, 20), at(11, 20), at(12, 20)];
    const enclosed = [at(20, 20), at(21, 20)];
    for (const i of [...open, ...enclosed]) detail[i] = -1;
    keepEnclosed(detail, [...open, ...enclosed], WIDTH, (i) => i % WIDTH < 10);
    expect(open.map((i) => detail[i])).toEqual([-1, -1, -1]);
    expect(enclosed.map((i) => detail[i])).toEqual([0, 0]);
  });
});
