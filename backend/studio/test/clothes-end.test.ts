import { describe, expect, test } from 'vitest';
import type { Point } from '../core/photo/landmarks.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { endsInClothes } from '../core/training/clothes-end.js';
import type { CutoutFrame } from '../core/training/cutout-frame.js';

const [WIDTH, HEIGHT, FACE] = [200, 300, 100];
const SKIN = [0.86, 0.66, 0.55] as const;
const DARK_SKIN = [0.42, 0.28, 0.2] as const;
const BROWN = [0.35, 0.22, 0.12] as const;
const BLACK = [0.07, 0.07, 0.08] as const;
const NAVY = [0.16, 0.21, 0.36] as const;
type Colour = readonly [number, number, number];

/** A person of plain areas: hair above, the face below it, and what is worn from the shoulders on; each with its colour by column. */
function ends(skin: Colour, hair: Colour, worn: (x: number) => Colour): boolean {
  const colours: Planes = [0, 1, 2].map(() => new Float32Array(WIDTH * HEIGHT)) as unknown as Planes;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const colour = y < 60 ? hair : y < 180 ? skin : worn(x);
      for (const c of [0, 1, 2] as const) colours[c][y * WIDTH + x] = colour[c];
    }
  }
  const points: Point[] = Array.from({ length: 468 }, (_, i) => [100, i === 10 ? 65 : 120]);
  const places: [number, number][] = Array.from({ length: 40 }, (_, i) => [i * 5, HEIGHT - 1]);
  const frame = { width: WIDTH, height: HEIGHT, faceHeight: FACE } as CutoutFrame;
  return endsInClothes(places, colours, new Float32Array(WIDTH * HEIGHT).fill(1), points, frame);
}

describe('a photo ends in clothes', () => {
  test('of any colour that is neither skin nor hair, and of black below black hair', () => {
    for (const skin of [SKIN, DARK_SKIN]) {
      expect(ends(skin, BROWN, () => NAVY)).toBe(true);
      expect(ends(skin, BROWN, () => [0.95, 0.95, 0.94])).toBe(true);
      expect(ends(skin, BLACK, () => BLACK)).toBe(true);
    }
  });

  test('and not in bare shoulders, in hair beside a neckline, or in nothing', () => {
    for (const skin of [SKIN, DARK_SKIN]) {
      expect(ends(skin, BROWN, () => skin)).toBe(false);
      expect(ends(skin, BROWN, (x) => (x > 150 ? skin : NAVY))).toBe(false);
      // In the shade below the chin.
      expect(ends(skin, BROWN, () => skin.map((v) => v * 0.85) as unknown as Colour)).toBe(false);
    }
    expect(ends(SKIN, BROWN, (x) => (Math.abs(x - 100) > 40 ? BROWN : NAVY))).toBe(false);
    const frame = { width: WIDTH, height: HEIGHT, faceHeight: FACE } as CutoutFrame;
    expect(endsInClothes([], [] as unknown as Planes, new Float32Array(0), [], frame)).toBe(false);
  });
});
