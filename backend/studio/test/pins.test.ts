import { expect, test } from 'vitest';
import { findPins, type Box } from '../core/training/pins.js';

const [WIDTH, HEIGHT] = [800, 1000];
const FACE = 300;
const EYE_LINE = 400;
type Colour = readonly [number, number, number];
const CLOTH: Colour = [0.12, 0.14, 0.2];
const BRASS: Colour = [0.8, 0.7, 0.4];

/** Dark cloth over the whole picture, with things on it. */
function pinsOf(things: readonly { box: Box; colour?: Colour }[], isBody: (x: number) => boolean = () => true): Box[] {
  const rgb = [0, 1, 2].map(() => new Float32Array(WIDTH * HEIGHT)) as [Float32Array, Float32Array, Float32Array];
  const alpha = new Float32Array(WIDTH * HEIGHT);
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    alpha[i] = isBody(x) ? 1 : 0;
    const colour =
      things.findLast(({ box }) => x >= box[0] && x < box[2] && y >= box[1] && y < box[3])?.colour ??
      (things.some(({ box }) => x >= box[0] && x < box[2] && y >= box[1] && y < box[3]) ? BRASS : CLOTH);
    for (let c = 0; c < 3; c++) rgb[c]![i] = colour[c]!;
  }
  return findPins({ rgb, alpha, width: WIDTH, height: HEIGHT, faceHeight: FACE, eyeLine: EYE_LINE });
}

test('a pin and a name tag on plain cloth are found, with little around them', () => {
  const boxes: Box[] = [
    [560, 800, 592, 816],
    [240, 840, 300, 860],
  ];
  const found = pinsOf(boxes.map((box) => ({ box })));
  expect(found).toHaveLength(2);
  for (const box of boxes)
    expect(found.some((other) => other.every((edge, k) => Math.abs(edge - box[k]!) <= 12))).toBe(true);
});

test('a pin of the brightness of its cloth is told by its tint', () => {
  expect(pinsOf([{ box: [560, 800, 592, 816], colour: [0.02, 0.1, 0.75] }])).toHaveLength(1);
});

test('a shirt, a stripe, the dots of a tie and what lies above the collar are no pins', () => {
  expect(pinsOf([{ box: [340, 700, 460, 1000] }])).toEqual([]);
  expect(pinsOf([{ box: [500, 700, 504, 1000] }])).toEqual([]);
  expect(
    pinsOf(
      Array.from({ length: 40 }, (_, i): { box: Box } => ({
        box: [350 + (i % 5) * 26, 760 + Math.floor(i / 5) * 26, 362 + (i % 5) * 26, 772 + Math.floor(i / 5) * 26],
      })),
    ),
  ).toEqual([]);
  expect(pinsOf([{ box: [560, 620, 592, 636] }])).toEqual([]);
});

test('what touches the outline is no pin', () => {
  expect(pinsOf([{ box: [560, 800, 592, 816] }], (x) => x < 600)).toEqual([]);
});
