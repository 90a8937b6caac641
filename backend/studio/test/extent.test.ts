import { describe, expect, it } from 'vitest';
import { framingsOf } from '../core/rendering/framing.js';
import type { CutoutFrame } from '../core/training/cutout-frame.js';
import { findEnds, findHeadSides, findHeadTop } from '../core/training/extent.js';

const [width, height, faceHeight] = [400, 500, 130];
const eye: [number, number] = [200, 205];

/** A photo of the cutout's size, its upper edge at row `top`. */
const frameAt = (top: number): CutoutFrame => ({
  eyeX: eye[0],
  eyeY: eye[1] - top,
  angle: 0,
  scale: 1,
  width,
  height,
  faceHeight,
});

/** What `isPerson` says of each place below the photo's upper edge. */
function alphaOf(isPerson: (x: number, y: number) => boolean, top = 0): Float32Array {
  const alpha = new Float32Array(width * height);
  for (let y = top; y < height; y++) for (let x = 0; x < width; x++) alpha[y * width + x] = Number(isPerson(x, y));
  return alpha;
}

const isHead = (x: number, y: number): boolean => Math.hypot((x - 200) / 60, (y - 190) / 85) < 1;
const isNeck = (x: number, y: number): boolean => Math.abs(x - 200) < 35 && y > 230;
const isBody = (x: number, y: number): boolean => Math.abs(x - 200) < 150 && y > 300;

const sidesOf = (alpha: Float32Array) =>
  findHeadSides(alpha, width, findHeadTop(alpha, width, eye, faceHeight), eye, faceHeight);

describe('the sides of the head', () => {
  it('are the outermost hair, also where it hangs down beside the neck', () => {
    const isLongHair = (x: number, y: number): boolean =>
      Math.abs(x - 200) < 60 + (y - 190) * 0.25 && y > 190 && y < 280;
    const [left, right] = sidesOf(alphaOf((x, y) => isHead(x, y) || isLongHair(x, y) || isBody(x, y)));
    expect(left).toBeLessThan(130);
    expect(right).toBeGreaterThan(270);
  });

  it('are not those of a shoulder that is drawn up to the mouth', () => {
    const isShoulder = (x: number, y: number): boolean => x > 40 && x < 200 && y > 240;
    const [left, right] = sidesOf(alphaOf((x, y) => isHead(x, y) || isNeck(x, y) || isShoulder(x, y)));
    expect(left).toBeGreaterThanOrEqual(138);
    expect(right).toBeLessThanOrEqual(262);
  });
});

describe("the photo's upper edge", () => {
  const endsAt = (top: number, isMore = (_x: number, _y: number): boolean => false) => {
    const alpha = alphaOf((x, y) => isHead(x, y) || isNeck(x, y) || isBody(x, y) || isMore(x, y), top);
    const headTop = findHeadTop(alpha, width, eye, faceHeight);
    const headSides = sidesOf(alpha);
    const photo = { width: 400, height: 500 - top };
    return { headTop, headSides, ...findEnds(alpha, frameAt(top), photo, headSides) };
  };

  it('that only touches the hair leaves air above it', () => {
    const found = endsAt(106);
    expect(found.cuts.filter(([, y]) => y < 140)).toEqual([]);
    const framings = framingsOf({ width, height, faceHeight, eye, ...found }, 1);
    expect(framings.length).toBeGreaterThan(0);
    for (const { crop } of framings) expect(crop.y).toBeLessThan(found.headTop);
  });

  it('that cuts a raised finger beside the head is never seen inside a portrait', () => {
    const isFinger = (x: number, y: number): boolean => Math.abs(x - 320) < 8 && y < 400;
    const { cuts } = endsAt(80, isFinger);
    expect(cuts.filter(([x, y]) => x > 300 && y < 100).length).toBeGreaterThan(0);
  });

  it('that cuts the head is never seen inside a portrait', () => {
    const found = endsAt(118);
    const above = found.cuts.filter(([, y]) => y < 140);
    expect(above.length).toBeGreaterThan(0);
    for (const { crop } of framingsOf({ width, height, faceHeight, eye, ...found }, 1))
      expect(crop.y).toBeGreaterThanOrEqual(Math.max(...above.map(([, y]) => y)));
  });
});
