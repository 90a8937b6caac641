import { expect, it } from 'vitest';
import { planVariants, type VariantSource } from '../../src/integrations/portrait-engine/studio/rendering/variants.js';

/** A cutout with room on every side. */
const cutout = (artifact: string, dimness: number): VariantSource => ({
  artifact,
  width: 1400,
  height: 1750,
  faceHeight: 520,
  eye: [700, 700],
  headTop: 380,
  headSides: [450, 950],
  cuts: [],
  sideLight: 0,
  dimness,
});

const timesOf = (sources: VariantSource[], seed: number): number[] => {
  const run = planVariants('linkedin', seed, 8, sources);
  return sources.map((_, source) => run.filter((variant) => variant.source === source).length);
};

it.each([1, 2, 3, 2026])('photos with the light behind the person stand back, however good they are otherwise (seed %i)', (seed) => {
  const [backlit, first, second, alsoBacklit] = timesOf([cutout('a', 1.2), cutout('b', 0), cutout('c', 0.3), cutout('d', 0.7)], seed) as [number, number, number, number];
  expect(backlit + alsoBacklit).toBe(2);
  expect([backlit, alsoBacklit]).toEqual([1, 1]);
  expect(Math.min(first, second)).toBeGreaterThan(1);
});

it('a person who has no other photos gets all eight from them', () => {
  expect(timesOf([cutout('a', 1.2), cutout('b', 0.9)], 1).reduce((sum, times) => sum + times)).toBe(8);
  expect(Math.min(...timesOf([cutout('a', 1.2), cutout('b', 0.9)], 1))).toBeGreaterThan(2);
});

it('a photo that is only a little dimmer counts like the others', () => {
  expect(timesOf([cutout('a', 0), cutout('b', 0.5)], 1)[1]).toBeGreaterThan(2);
});

it.each([1, 2, 3, 2026])('wide hair keeps air on both sides (seed %i)', (seed) => {
  const wide: VariantSource = { ...cutout('a', 0), headSides: [250, 1130] };
  for (const { crop } of planVariants('linkedin', seed, 8, [wide])) {
    expect(250 - crop.x).toBeGreaterThanOrEqual(0.05 * crop.width);
    expect(crop.x + crop.width - 1130).toBeGreaterThanOrEqual(0.05 * crop.width);
  }
});
