import { describe, expect, it } from 'vitest';
import { gainsOf, heightOf, inside, resized, startPart, VERSION_FORMATS, widest } from './part';

const portrait = { width: 1024, height: 1280, face: { x: 0.52, y: 0.38, height: 0.34 } };
const faces = [portrait.face, { x: 0.4, y: 0.3, height: 0.5 }, { x: 0.6, y: 0.45, height: 0.2 }, null];

describe.each(VERSION_FORMATS)('as %s', (format) => {
  const expectInside = ({ left, top, width }: ReturnType<typeof inside>) => {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(1 + 1e-9);
    expect(top + heightOf(width, format, portrait)).toBeLessThanOrEqual(1 + 1e-9);
  };

  it('a part lies inside the portrait, whatever is wished', () => {
    for (const face of faces) expectInside(startPart(format, { ...portrait, face }));
    for (const wild of [-3, 0.02, 0.5, 7])
      for (const width of [0.01, 0.4, 3]) expectInside(inside({ left: wild, top: wild, width }, format, portrait));
  });

  it('shows the face at first', () => {
    for (const face of faces) {
      if (!face) continue;
      const { left, top, width } = startPart(format, { ...portrait, face });
      expect(face.x).toBeGreaterThan(left);
      expect(face.x).toBeLessThan(left + width);
      expect(face.y).toBeGreaterThan(top);
      expect(face.y).toBeLessThan(top + heightOf(width, format, portrait));
    }
  });

  it('grows and shrinks about its middle, to its bounds', () => {
    const part = startPart(format, portrait);
    expect(resized(part, 9, format, portrait).width).toBeCloseTo(widest(format, portrait), 9);
    const small = resized({ left: 0.2, top: 0.2, width: 0.4 }, 0.35, format, portrait);
    expect(small.left + small.width / 2).toBeCloseTo(0.4, 9);
    expectInside(small);
  });
});

it('light that is not changed changes nothing', () => {
  expect(gainsOf({ brightness: 0, warmth: 0 })).toEqual([1, 1, 1]);
});
