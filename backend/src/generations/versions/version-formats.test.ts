import { describe, expect, test } from 'vitest';
import { facts } from '../../facts/index.js';
import { gainsOf, partInPixels, VERSION_FORMATS, versionSize } from './version-formats.js';

const portrait = { width: 1024, height: 1280 };

describe.each(VERSION_FORMATS)('a version as %s', (format) => {
  const shape = facts.portraitFormats.find(({ key }) => key === format) ?? { width: 4, height: 5 };

  test('lies inside the portrait, has the proportions of the format and is never blown up', () => {
    for (const width of [0.3, 0.5, 0.7])
      for (const [left, top] of [
        [0, 0],
        [1 - width, 0],
        [0.1, 0.05],
      ] as const) {
        const part = partInPixels(format, { left, top, width }, portrait)!;
        expect(part.left + part.width).toBeLessThanOrEqual(portrait.width);
        expect(part.top + part.height).toBeLessThanOrEqual(portrait.height);
        const size = versionSize(format, part);
        expect(size.width / size.height).toBeCloseTo(shape.width / shape.height, 1);
        expect(size.width).toBeLessThanOrEqual(part.width);
        expect(size.height).toBeLessThanOrEqual(part.height);
      }
  });

  test('is refused where it reaches out of the portrait, or is too small', () => {
    expect(partInPixels(format, { left: 0.8, top: 0, width: 0.4 }, portrait)).toBeNull();
    expect(partInPixels(format, { left: 0, top: 0.95, width: 0.5 }, portrait)).toBeNull();
    expect(partInPixels(format, { left: 0, top: 0, width: 0.1 }, portrait)).toBeNull();
  });
});

test('light and warmth are bounded, and nothing changes in the middle', () => {
  expect(gainsOf({ brightness: 0, warmth: 0 })).toEqual([1, 1, 1]);
  for (const brightness of [-1, 1])
    for (const warmth of [-1, 1])
      for (const gain of gainsOf({ brightness, warmth })) expect(Math.abs(gain - 1)).toBeLessThan(0.3);
  const [red, , blue] = gainsOf({ brightness: 0, warmth: 1 });
  expect(red).toBeGreaterThan(blue);
});
