import { describe, expect, test } from 'vitest';
import { findContested } from '../core/training/contested.js';

const [WIDTH, HEIGHT, FACE] = [300, 375, 100];

/** Share of a place that is contested, in a person whose outline is soft over four pixels. */
function contestedIn(
  isPlace: (x: number, y: number) => boolean,
  { probability: unsure, contradicted: isContradicted }: { probability?: number; contradicted?: boolean } = {},
): { place: number; elsewhere: number } {
  const n = WIDTH * HEIGHT;
  const [probability, contradicted] = [new Float32Array(n), new Float32Array(n)];
  const places: number[] = [];
  for (let i = 0; i < n; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    probability[i] = Math.min(1, Math.max(0, 0.5 + (130 - Math.hypot(x - 150, y - 190)) / 4));
    if (!isPlace(x, y)) continue;
    places.push(i);
    probability[i] = unsure ?? probability[i]!;
    contradicted[i] = isContradicted ? 1 : 0;
  }
  const found = findContested({ probability, contradicted, width: WIDTH, height: HEIGHT, faceHeight: FACE });
  const place = places.reduce((sum, i) => sum + found[i]!, 0);
  const all = found.reduce((sum, v) => sum + v, 0);
  return { place: place / Math.max(1, places.length), elsewhere: all - place };
}

describe('places that are contested', () => {
  test('are none along an outline, however soft', () => {
    expect(contestedIn(() => false).elsewhere).toBe(0);
  });

  test('are those about which the model is unsure over more than an outline', () => {
    expect(contestedIn((x, y) => Math.hypot(x - 150, y - 260) < 14, { probability: 0.5 }).place).toBeGreaterThan(0.9);
    expect(contestedIn((x, y) => Math.abs(x - 150) < 2 && Math.abs(y - 190) < 90, { probability: 0.5 }).place).toBe(0);
  });

  test('and those where its looks contradict each other, however sure they are together', () => {
    const found = contestedIn((x, y) => Math.hypot(x - 150, y - 260) < 14, { contradicted: true });
    expect(found.place).toBeGreaterThan(0.9);
    expect(found.elsewhere).toBe(0);
  });
});
