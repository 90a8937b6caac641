import { expect, test } from 'vitest';
import { refineMatte } from '../core/training/matte.js';

const SIDE = 480;
const MIDDLE = SIDE / 2;
const RADIUS = 140;

/** Mean alpha in a place of a head whose colours are those of the wall behind it; there the mask says `probability` over so many pixels. */
function alphaWhere(probability: number, size: number): number {
  const half = SIDE / 2;
  const place = { x: MIDDLE + RADIUS - size, y: MIDDLE };
  const isPlace = (x: number, y: number): boolean => Math.hypot(x - place.x, y - place.y) < size;
  const mask = Float32Array.from({ length: half * half }, (_, i) => {
    const [x, y] = [(i % half) * 2, Math.floor(i / half) * 2];
    const inside = Math.min(1, Math.max(0, 0.5 + (RADIUS - Math.hypot(x - MIDDLE, y - MIDDLE)) / 8));
    return isPlace(x, y) ? Math.min(inside, probability) : inside;
  });
  const grey = (): Float32Array => new Float32Array(SIDE * SIDE).fill(0.5);
  const alpha = refineMatte({
    rgb: [grey(), grey(), grey()],
    valid: new Float32Array(SIDE * SIDE).fill(1),
    width: SIDE,
    height: SIDE,
    probability: mask,
    faceHeight: 230,
    eyeLine: MIDDLE,
  });
  let [sum, count] = [0, 0];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      if (Math.hypot(x - place.x, y - place.y) > size / 2) continue;
      sum += alpha[y * SIDE + x]!;
      count++;
    }
  }
  return sum / count;
}

test('hair of which the mask is half sure over a wide place is no hole', () => {
  expect(alphaWhere(0.55, 40)).toBeGreaterThan(0.8);
});

test('what the mask rather takes for the wall stays out', () => {
  expect(alphaWhere(0.1, 40)).toBeLessThan(0.1);
});
