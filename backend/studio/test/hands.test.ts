import { expect, test } from 'vitest';
import { encode } from '../core/raster/srgb.js';
import { OVAL, type Point } from '../core/photo/landmarks.js';
import { findHands, holdsFace } from '../core/training/hands.js';

const [WIDTH, HEIGHT] = [800, 1000];
const FACE = 300;
const EYE_LINE = 400;
type Colour = readonly [number, number, number];
/** Linear light. */
const SKIN: Colour = [0.45, 0.26, 0.18];
const CLOTH: Colour = [0.03, 0.035, 0.06];
const TONE = {
  redGreen: Math.log(0.45 / 0.26),
  blueGreen: Math.log(0.18 / 0.26),
  luminance: 0.2126 * 0.45 + 0.7152 * 0.26 + 0.0722 * 0.18,
};

/** A body in dark cloth below a bare face and neck, with something else in one place. */
function handsOf(part: { x: number; y: number; size: number; colour: Colour }, tone = TONE): [number, number][] {
  const rgb = [0, 1, 2].map(() => new Float32Array(WIDTH * HEIGHT)) as [Float32Array, Float32Array, Float32Array];
  const alpha = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const isPart = Math.abs(x - part.x) < part.size && Math.abs(y - part.y) < part.size;
    const colour = isPart ? part.colour : y < EYE_LINE + 1.1 * FACE ? SKIN : CLOTH;
    for (let c = 0; c < 3; c++) rgb[c]![i] = encode(colour[c]!);
  }
  return findHands({ rgb, alpha, width: WIDTH, height: HEIGHT, faceHeight: FACE, eyeLine: EYE_LINE, tone });
}

test('hands are found with a little room above, dimmer or brighter than the face', () => {
  for (const light of [0.5, 1, 1.8]) {
    const found = handsOf({ x: 500, y: 940, size: 14, colour: SKIN.map((v) => v * light) as unknown as Colour });
    expect(found.length).toBeGreaterThan(20);
    for (const [x, y] of found) expect([Math.abs(x - 500) < 14, y > 900 - 14 && y < 940 + 14]).toEqual([true, true]);
    expect(Math.min(...found.map(([, y]) => y))).toBeLessThan(926);
  }
});

test('face and neck are no hands, nor are cloth, an orange suit or a pin', () => {
  expect(handsOf({ x: 500, y: 940, size: 0, colour: SKIN })).toEqual([]);
  expect(handsOf({ x: 400, y: 900, size: 200, colour: [0.7, 0.1, 0.03] })).toEqual([]);
  expect(handsOf({ x: 500, y: 900, size: 3, colour: SKIN })).toEqual([]);
});

test('in black and white, where all is skin or nothing, none are looked for', () => {
  expect(
    handsOf({ x: 500, y: 940, size: 20, colour: [0.3, 0.3, 0.3] }, { redGreen: 0, blueGreen: 0, luminance: 0.3 }),
  ).toEqual([]);
});

/** A face as a disc above a neck in cloth, with something at each cheek. */
function heldBy(left: Colour, right: Colour, width: number, alphaBeside = 1): boolean {
  const radius = FACE / 2;
  const points: Point[] = Array.from({ length: 468 }, () => [400, EYE_LINE]);
  for (const [k, index] of OVAL.entries()) {
    const angle = (2 * Math.PI * k) / OVAL.length;
    points[index] = [400 + 0.75 * radius * Math.sin(angle), EYE_LINE + 50 - radius * Math.cos(angle)];
  }
  points[4] = [400, EYE_LINE + 80];
  const rgb = [0, 1, 2].map(() => new Float32Array(WIDTH * HEIGHT)) as [Float32Array, Float32Array, Float32Array];
  const alpha = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [(i % WIDTH) - 400, Math.floor(i / WIDTH) - EYE_LINE - 50];
    const isFace = Math.hypot(x / 0.75, y) < radius;
    const isBeside = !isFace && Math.hypot(x / (0.75 + width / radius), y / 1.05) < radius;
    const colour = isFace ? SKIN : isBeside ? (x < 0 ? left : right) : CLOTH;
    if (isBeside) alpha[i] = alphaBeside;
    for (let c = 0; c < 3; c++) rgb[c]![i] = encode(colour[c]!);
  }
  const body = { rgb, alpha, width: WIDTH, height: HEIGHT, faceHeight: FACE, eyeLine: EYE_LINE, tone: TONE };
  return holdsFace(body, points);
}

test('hands at both cheeks hold the face; one hand, ears, brown hair and a wall of the skin’s colour do not', () => {
  const hair: Colour = [0.12, 0.05, 0.02];
  expect(heldBy(SKIN, SKIN, 70)).toBe(true);
  expect(heldBy(SKIN, hair, 70)).toBe(false);
  expect(heldBy(hair, hair, 70)).toBe(false);
  expect(heldBy(SKIN, SKIN, 12)).toBe(false);
  expect(heldBy(SKIN, SKIN, 70, 0)).toBe(false);
});
