import { describe, expect, test } from 'vitest';
import type { Point } from '../core/photo/landmarks.js';
import { between, createRandom } from '../core/raster/random.js';
import { fadeAtPhotosEnd, fadeReach } from '../core/rendering/lower-fade.js';
import { framingsOf, nearestFraming, type Crop, type FramingLimits } from '../core/rendering/framing.js';
import type { Cutout } from '../core/descriptor.js';

const FACE = 100;
const EYE: Point = [400, 400];
const USUAL = { faces: 2.6, eyeLine: 0.39, shift: 0 };

/** A photo that ends so far from the eyes, in faces, with hair so high above them. */
function photo(end: { left?: number; right?: number; top?: number; bottom?: number }, hair = 0.75): FramingLimits {
  const line = (from: Point, to: Point): Point[] =>
    Array.from({ length: 80 }, (_, i) => [
      from[0] + ((to[0] - from[0]) * i) / 79,
      from[1] + ((to[1] - from[1]) * i) / 79,
    ]);
  const at = (x: number, y: number): Point => [EYE[0] + x * FACE, EYE[1] + y * FACE];
  const { left = 9, right = 9, top = 9, bottom = 9 } = end;
  return {
    width: 800,
    height: 1000,
    faceHeight: FACE,
    eye: EYE,
    headTop: EYE[1] - hair * FACE,
    headSides: [EYE[0] - 0.6 * FACE, EYE[0] + 0.6 * FACE],
    cuts: [
      ...line(at(-left, 0.9), at(-left, 3)),
      ...line(at(right, 0.9), at(right, 3)),
      ...(top < 2 ? line(at(-0.4, -top), at(0.4, -top)) : []),
    ],
    below: bottom < 3 ? line(at(-1.2, bottom), at(1.2, bottom)) : [],
  };
}

const best = (limits: FramingLimits, fade = 0): Crop | undefined =>
  nearestFraming(limits, USUAL, framingsOf(limits, fade))?.crop;
const faces = (crop: Crop): number => crop.height / FACE;
const eyeLine = (crop: Crop): number => (EYE[1] - crop.y) / crop.height;

describe('framing', () => {
  test('a photo with room is framed as wished', () => {
    const crop = best(photo({}))!;
    expect(faces(crop)).toBeCloseTo(2.6, 1);
    expect(eyeLine(crop)).toBeCloseTo(0.39, 1);
  });

  test('a photo that ends below the chin is used, closer and with the whole hair', () => {
    const crop = best(photo({ bottom: 1.05 }))!;
    expect(crop.y + crop.height).toBeLessThanOrEqual(EYE[1] + 1.05 * FACE);
    expect(crop.y).toBeLessThan(EYE[1] - 0.75 * FACE);
    expect(faces(crop)).toBeGreaterThan(1.75);
  });

  test('tall hair gets its room and pushes the eyes below the middle only when it must', () => {
    const tall = best(photo({ bottom: 0.98 }, 1.1))!;
    expect(tall.y).toBeLessThan(EYE[1] - 1.1 * FACE);
    expect(eyeLine(tall)).toBeGreaterThan(0.5);
    expect(eyeLine(best(photo({}, 1.1))!)).toBeLessThanOrEqual(0.445);
    // Without tall hair nobody's eyes lie that low.
    for (const { crop } of framingsOf(photo({ bottom: 0.98 }))) {
      const air = (EYE[1] - 0.75 * FACE - crop.y) / crop.height;
      expect(eyeLine(crop) <= 0.445 + 1e-9 || air <= 0.06).toBe(true);
    }
  });

  test('hair that the photo cuts is cut there and no lower', () => {
    const crop = best(photo({ top: 0.72 }))!;
    expect(crop.y).toBeGreaterThanOrEqual(EYE[1] - 0.72 * FACE);
    expect(crop.y).toBeLessThan(EYE[1] - 0.6 * FACE);
  });

  test('no framing of any photo shows where it ends, nor cuts hair that it has', () => {
    const random = createRandom(5);
    const found = { framings: 0, ends: 0, cutHair: 0 };
    for (let round = 0; round < 40; round++) {
      const limits = photo(
        { left: between(random, 0.7, 1.6), right: between(random, 0.7, 1.6), bottom: between(random, 0.8, 2) },
        between(random, 0.6, 1.2),
      );
      for (const { crop } of framingsOf(limits)) {
        found.framings++;
        if (crop.y >= limits.headTop) found.cutHair++;
        for (const [x, y] of [...limits.cuts, ...limits.below!])
          if (x > crop.x && x < crop.x + crop.width && y > crop.y && y < crop.y + crop.height) found.ends++;
      }
    }
    expect(found.framings).toBeGreaterThan(1000);
    expect([found.ends, found.cutHair]).toEqual([0, 0]);
  });

  test('a photo too close for any portrait has no framing', () => {
    expect(framingsOf(photo({ left: 0.5, right: 0.5, bottom: 0.7 }))).toEqual([]);
  });
});

describe('a fade above the photo’s end', () => {
  const cutout = (endLightness: number): Cutout =>
    ({ below: photo({ bottom: 1.1 }).below, eye: EYE, faceHeight: FACE, endLightness }) as unknown as Cutout;

  test('is there where clothes and backdrop are alike, and never where there is more than a backdrop', () => {
    expect(fadeReach({ fadesInto: 4 }, cutout(15))).toBeGreaterThan(0.2);
    expect(fadeReach({ fadesInto: 4 }, cutout(85))).toBe(0);
    expect(fadeReach({}, cutout(15))).toBe(0);
    expect(fadeReach({ fadesInto: 4 }, {})).toBe(0);
  });

  test('gives a close photo more air, leaves the face alone and nobody at the photo’s end', () => {
    const limits = photo({ bottom: 1.1 });
    const crop = best(limits, 0.25)!;
    expect(faces(crop)).toBeGreaterThan(faces(best(limits)!));
    const [width, height] = [160, 200];
    const person = { rgba: new Uint8Array(width * height * 4).fill(255), width, height, mesh: null, enlargement: 1 };
    fadeAtPhotosEnd(person, cutout(10), crop);
    const alphaAt = (facesBelowEyes: number): number =>
      person.rgba[
        (Math.round(((EYE[1] + facesBelowEyes * FACE - crop.y) * height) / crop.height) * width + 80) * 4 + 3
      ]!;
    expect(alphaAt(0.65)).toBe(255);
    expect(alphaAt(1)).toBeLessThan(160);
    expect(alphaAt(1.12)).toBe(0);
  });
});
