import { describe, expect, test } from 'vitest';
import { OVAL } from '../core/photo/landmarks.js';
import { labOf } from '../core/raster/lab.js';
import { decode, encode } from '../core/raster/srgb.js';
import { evenOwnTint } from '../core/rendering/own-tint.js';
import type { Person } from '../core/rendering/person.js';

const GRID = { width: 128, height: 160 };
const [CENTRE_X, CENTRE_Y, RADIUS] = [64, 70, 40];
const TONES = [
  ['dark skin', [0.36, 0.22, 0.16]],
  ['light skin', [0.86, 0.68, 0.58]],
] as const;

/** A round face of one skin, in light whose colour (factors on red and blue) changes by place. */
function face(skin: readonly number[], light: (x: number, y: number) => readonly [red: number, blue: number]): Person {
  const mesh = Array.from({ length: 468 }, () => [CENTRE_X, CENTRE_Y, 0] as [number, number, number]);
  for (const [k, index] of OVAL.entries()) {
    const angle = (2 * Math.PI * k) / OVAL.length;
    mesh[index] = [CENTRE_X + 0.9 * RADIUS * Math.sin(angle), CENTRE_Y - 0.9 * RADIUS * Math.cos(angle), 0];
  }
  const rgba = new Uint8Array(GRID.width * GRID.height * 4).fill(255);
  for (let i = 0; i < GRID.width * GRID.height; i++) {
    const [x, y] = [(i % GRID.width) - CENTRE_X, Math.floor(i / GRID.width) - CENTRE_Y];
    const [red, blue] = light(x / RADIUS, y / RADIUS);
    for (const [c, factor] of [red, 1, blue].entries())
      rgba[i * 4 + c] = Math.round(255 * encode(Math.min(1, decode(skin[c]!) * factor)));
  }
  return { rgba, ...GRID, mesh, enlargement: 1 };
}

/** CIELAB of the face at a place, before or after evening. */
function colourAt(person: Person, x: number, y: number, isEvened: boolean) {
  const i = Math.round(CENTRE_Y + y * RADIUS) * GRID.width + Math.round(CENTRE_X + x * RADIUS);
  const factors = evenOwnTint(person, GRID);
  const display = [0, 1, 2].map((c) =>
    encode(decode(person.rgba[i * 4 + c]! / 255) * (isEvened ? (factors?.[c as 0 | 1 | 2][i] ?? 1) : 1)),
  );
  return labOf(display[0]!, display[1]!, display[2]!);
}

const blueAbove = (_: number, y: number): [number, number] => (y < 0 ? [0.85, 1.4] : [1.15, 0.7]);

describe('lights of several colours on one face', () => {
  test.each(TONES)('come together, and no place gets brighter or darker: %s', (_, skin) => {
    const person = face(skin, blueAbove);
    const distance = (isEvened: boolean): number => {
      const [above, below] = [colourAt(person, 0.4, -0.5, isEvened), colourAt(person, 0.4, 0.5, isEvened)];
      return Math.hypot(above[1] - below[1], above[2] - below[2]);
    };
    expect(distance(true)).toBeLessThan(0.6 * distance(false));
    for (const y of [-0.5, 0, 0.5]) {
      const [before, after] = [colourAt(person, 0.4, y, false), colourAt(person, 0.4, y, true)];
      expect(Math.abs(after[0] - before[0])).toBeLessThan(1.5);
    }
  });

  test.each(TONES)('red cheeks and one light of any colour stay as they are: %s', (_, skin) => {
    const cheeks = face(skin, (x, y) => (Math.hypot(Math.abs(x) - 0.45, y - 0.2) < 0.2 ? [1.06, 1] : [1, 1]));
    const warm = face(skin, () => [1.3, 0.6]);
    for (const person of [cheeks, warm]) expect(evenOwnTint(person, GRID)).toBeNull();
  });

  test('hair and glasses on the face count as neither', () => {
    const skin = TONES[1][1];
    const person = face(skin, (x) => (x > 0.5 ? [0.2, 6] : [1, 1]));
    expect(colourAt(person, 0, 0, true)[1]).toBeCloseTo(colourAt(person, 0, 0, false)[1], 0);
  });

  test('is left alone beside the face, and bounded on it', () => {
    const factors = evenOwnTint(
      face(TONES[1][1], (x) => (x < 0 ? [0.75, 1.4] : [1.2, 0.65])),
      GRID,
    )!;
    const at = (x: number, y: number): number =>
      Math.round(CENTRE_Y + y * RADIUS) * GRID.width + Math.round(CENTRE_X + x * RADIUS);
    for (const plane of factors) {
      expect(plane[at(1.5, 0)]).toBe(1);
      expect(plane[at(0, 2)]).toBe(1);
      for (const factor of plane) expect(Math.abs(Math.log(factor))).toBeLessThan(0.55);
    }
  });
});
