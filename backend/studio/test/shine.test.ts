import { describe, expect, test } from 'vitest';
import { CHANNELS } from '../core/raster/channels.js';
import { chroma, lumaAt } from '../core/training/face-skin.js';
import { warmShine } from '../core/training/shine.js';

const N = 3000;
const SKIN = [0.72, 0.54, 0.45] as const;

/** Skin with some pixels of another colour. */
function warmed(colour: readonly [number, number, number]): {
  before: readonly [number, number, number];
  after: [number, number, number];
  skin: [number, number, number];
} {
  const rgb = CHANNELS.map((c) =>
    Float32Array.from({ length: N }, (_, i) => (i >= 10 && i < 40 ? colour[c] : SKIN[c])),
  ) as [Float32Array, Float32Array, Float32Array];
  const ones = new Float32Array(N).fill(1);
  warmShine(rgb, { bare: ones, alike: ones, luma: lumaAt(rgb, 100) * 0.95 });
  const pick = (i: number): [number, number, number] => [rgb[0][i]!, rgb[1][i]!, rgb[2][i]!];
  return { before: colour, after: pick(20), skin: pick(100) };
}

const planesOf = (colour: readonly [number, number, number]): [Float32Array, Float32Array, Float32Array] => [
  Float32Array.of(colour[0]),
  Float32Array.of(colour[1]),
  Float32Array.of(colour[2]),
];
const blueOf = (colour: readonly [number, number, number]): number => chroma(planesOf(colour), 0)[1];

describe('shine on skin', () => {
  test('takes two fifths of the way to the skin’s own tint and keeps its brightness', () => {
    const { before, after } = warmed([0.9, 0.85, 0.86]);
    const share = (blueOf(before) - blueOf(after)) / (blueOf(before) - blueOf(SKIN));
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.5);
    expect(lumaAt(planesOf(after), 0)).toBeCloseTo(lumaAt(planesOf(before), 0), 3);
  });

  test('leaves the skin, warm light, shadows and glass as they are', () => {
    for (const colour of [
      [0.9, 0.68, 0.56],
      [0.3, 0.28, 0.3],
      [0.5, 0.75, 1],
    ] as const) {
      const { after, skin } = warmed(colour);
      expect(after).toEqual(colour.map((v) => expect.closeTo(v, 5)));
      expect(skin).toEqual(SKIN.map((v) => expect.closeTo(v, 5)));
    }
  });
});
