import { describe, expect, test } from 'vitest';
import { isSmall, portraitWidth } from '../core/rendering/portrait-size.js';

describe('the width of a portrait', () => {
  test('is as wanted where the photo has enough pixels, and else 1.8 times what it has', () => {
    // A crop 1000 wide of a cutout with half a pixel of the photo per pixel: 500 pixels of the photo.
    expect(portraitWidth({ width: 1000 }, 0.5, 800)).toBe(800);
    expect(portraitWidth({ width: 1000 }, 0.5, 1024)).toBe(900);
    expect(portraitWidth({ width: 1000 }, 1.6, 1024)).toBe(1024);
  });

  test('goes into a height of 5:4 in whole pixels', () => {
    for (let width = 101; width < 700; width += 7.3)
      expect(Number.isInteger(portraitWidth({ width }, 0.61, 1024) * 1.25)).toBe(true);
  });

  test('is small below 600 pixels: for faces under about 150 pixels, and larger ones seen from close', () => {
    expect([140, 149, 153, 400].map((height) => isSmall(height))).toEqual([true, true, false, false]);
    expect(isSmall(200, 1.6)).toBe(true);
    expect(isSmall(300, 1.6)).toBe(false);
  });
});
