import { describe, expect, test } from 'vitest';
import type { PersonParts } from '../core/models/person-mask.js';
import type { Planes } from '../core/raster/guided-filter.js';
import { openHanging } from '../core/training/hanging.js';
import { keepOwn } from '../core/training/own-person.js';

const [WIDTH, HEIGHT, FACE] = [120, 140, 60];
const EYE: [number, number] = [60, 45];
const GREEN = [0.1, 0.5, 0.15] as const;
const SKIN = [0.75, 0.55, 0.45] as const;
const GOLD = [0.9, 0.75, 0.2] as const;

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A head with neck and shoulders before green leaves, and something that the model takes for a part of the person. */
function scene(thing: Box, looks: (x: number, y: number) => readonly number[], probability = 0.8) {
  const n = WIDTH * HEIGHT;
  const rgb = GREEN.map((value) => new Float32Array(n).fill(value)) as unknown as Planes;
  const plane = (): Float32Array => new Float32Array(n);
  const parts: PersonParts = { hair: plane(), body: plane(), face: plane(), clothes: plane(), accessory: plane() };
  const seen = {
    rgb,
    probability: plane(),
    parts,
    contradicted: plane(),
    width: WIDTH,
    height: HEIGHT,
    face: plane(),
    eye: EYE,
    faceHeight: FACE,
    valid: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
  };
  const fill = ([left, top, right, bottom]: Box, part: keyof PersonParts, p: number): void => {
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const i = y * WIDTH + x;
        for (const other of Object.values(parts)) other[i] = 0;
        parts[part][i] = p;
        seen.probability[i] = p;
        const colour = part === 'accessory' ? looks(x, y) : SKIN;
        for (const c of [0, 1, 2] as const) rgb[c][i] = colour[c]!;
      }
  };
  fill([40, 20, 80, 78], 'face', 1);
  fill([48, 78, 72, 110], 'body', 1);
  fill([10, 110, 110, HEIGHT], 'clothes', 1);
  for (let y = 25; y < 75; y++) seen.face.fill(1, y * WIDTH + 44, y * WIDTH + 76);
  fill(thing, 'accessory', probability);
  return seen;
}

const EARRING: Box = [32, 62, 40, 78];
const isRing = (x: number, y: number): boolean => x < 35 || x >= 37 || y < 64 || y >= 76;
const at = (plane: Float32Array, x: number, y: number): number => plane[y * WIDTH + x]!;

describe('what hangs from an ear', () => {
  test('stays, and what is seen through it goes', () => {
    const seen = scene(EARRING, (x, y) => (isRing(x, y) ? GOLD : GREEN));
    openHanging(seen);
    expect(at(seen.probability, 33, 70)).toBeCloseTo(0.8);
    expect(at(seen.probability, 36, 72)).toBeLessThan(0.05);
    expect(at(seen.parts.hair, 36, 72)).toBeGreaterThan(0.4);
    expect(at(seen.parts.accessory, 36, 72)).toBe(0);
  });

  test('stays although the model half misses it, and is not compared with itself', () => {
    const seen = scene(EARRING, (x, y) => (isRing(x, y) ? GOLD : GREEN));
    for (let y = 66; y < 78; y += 3)
      for (let x = 32; x < 40; x++) seen.probability[y * WIDTH + x] = seen.parts.accessory[y * WIDTH + x] = 0.3;
    openHanging(seen);
    for (const y of [67, 70, 73]) expect(at(seen.probability, 33, y)).toBeCloseTo(0.8);
  });

  test('goes altogether where only its lower half could be told from the background', () => {
    const seen = scene(EARRING, (x, y) => (isRing(x, y) && y > 70 ? GOLD : GREEN));
    openHanging(seen);
    for (let y = 62; y < 78; y++) expect(at(seen.probability, 33, y)).toBe(0);
  });

  test('goes altogether where only scraps of it could be told from the background', () => {
    const seen = scene(EARRING, (x, y) => (x === 33 && y % 5 === 0 ? GOLD : GREEN));
    openHanging(seen);
    for (let y = 62; y < 78; y++) expect(at(seen.probability, 33, y)).toBe(0);
  });

  test('does not take the face, the neck or the clothes with it', () => {
    const seen = scene(EARRING, () => GREEN);
    const before = seen.probability.slice();
    openHanging(seen);
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 40; x < WIDTH; x++) expect(at(seen.probability, x, y)).toBe(at(before, x, y));
  });

  test.each<[string, Box]>([
    ['a hat’s brim, which begins above the eyes', [20, 40, 40, 66]],
    ['a bag on the shoulder, far from the face', [12, 84, 22, 104]],
    ['a scarf, which is large', [24, 60, 40, 100]],
  ])('is not %s', (_, thing) => {
    const seen = scene(thing, () => GREEN);
    const before = seen.probability.slice();
    openHanging(seen);
    expect(seen.probability).toEqual(before);
  });
});

describe('a doubt amid the person', () => {
  const doubtful = (p: number, part: keyof PersonParts) => {
    const seen = scene([50, 120, 60, 126], () => SKIN, p);
    for (let y = 120; y < 126; y++)
      for (let x = 50; x < 60; x++) {
        seen.parts.accessory[y * WIDTH + x] = 0;
        seen.parts[part][y * WIDTH + x] = p;
      }
    return seen;
  };

  test('becomes certain', () => {
    const seen = doubtful(0.6, 'clothes');
    keepOwn(seen);
    expect(at(seen.probability, 55, 123)).toBe(1);
  });

  test('stays a doubt in hair', () => {
    const seen = doubtful(0.6, 'hair');
    keepOwn(seen);
    expect(at(seen.probability, 55, 123)).toBeCloseTo(0.6);
  });
});
