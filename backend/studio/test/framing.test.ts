import { describe, expect, test } from 'vitest';
import type { Point } from '../core/photo/landmarks.js';
import { between, createRandom } from '../core/raster/random.js';
import { clothesReach, continueClothes } from '../core/rendering/continue-clothes.js';
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

const best = (limits: FramingLimits, reach = 0): Crop | undefined =>
  nearestFraming(limits, USUAL, framingsOf(limits, reach))?.crop;
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

describe('clothes below the photo’s end', () => {
  const cutout = (endsInClothes: boolean): Cutout =>
    ({ below: photo({ bottom: 1.1 }).below, eye: EYE, faceHeight: FACE, endsInClothes }) as unknown as Cutout;

  test('are continued by a part of what is seen of them, and nothing else is', () => {
    const reach = clothesReach(cutout(true));
    expect(reach).toBeGreaterThan(0.1);
    expect(reach).toBeLessThanOrEqual(0.36 * (1.1 - 0.7));
    expect(clothesReach(cutout(false))).toBe(0);
    expect(clothesReach({ eye: EYE, faceHeight: FACE })).toBe(0);
    expect(clothesReach({ ...cutout(true), below: photo({ bottom: 2.5 }).below })).toBe(0.25);
  });

  test('give a close photo more air, in one piece, and leave the face as it is', () => {
    const limits = photo({ bottom: 1.1 });
    const crop = best(limits, clothesReach(cutout(true)))!;
    expect(faces(crop)).toBeGreaterThan(faces(best(limits)!));
    const [width, height] = [160, 200];
    const row = (facesBelowEyes: number): number =>
      Math.round(((EYE[1] + facesBelowEyes * FACE - crop.y) * height) / crop.height);
    const end = row(1.1);
    expect(end).toBeLessThan(height - 5);
    // Every row has its own grey, so that one can see where each comes from; below the photo's end there is nobody.
    const rgba = new Uint8Array(width * height * 4);
    for (let y = 0; y < end; y++) rgba.fill(255, y * width * 4, (y + 1) * width * 4);
    for (let i = 0; i < width * end; i++) rgba.fill(Math.floor(i / width), i * 4, i * 4 + 3);
    const before = rgba.slice();
    continueClothes({ rgba, width, height, mesh: null, enlargement: 1 }, cutout(true), crop);
    const throat = row(0.72) * width * 4;
    expect(rgba.subarray(0, throat)).toEqual(before.subarray(0, throat));
    const greys = Array.from({ length: height }, (_, y) => rgba[(y * width + 80) * 4]!);
    const steps = greys.slice(1).map((grey, y) => grey - greys[y]!);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...steps)).toBeLessThanOrEqual(1);
    expect(rgba.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });
});
