import { describe, expect, it } from 'vitest';
import { hairAbove, measureOutline } from '../quality/measure-outline.js';

const [WIDTH, HEIGHT] = [200, 250];
const AREA = WIDTH * HEIGHT;
type Shape = (x: number, y: number) => boolean;

const plane = (is: Shape): Float32Array =>
  Float32Array.from({ length: AREA }, (_, i) => (is(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0));
/** A body up to the lower edge. */
const body: Shape = (x, y) => x >= 50 && x < 150 && y >= 50;
const box =
  (left: number, top: number, width: number, height: number): Shape =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height;

function measure(alpha: Shape, support: Shape): ReturnType<typeof measureOutline> {
  return measureOutline({ alpha: plane(alpha), support: plane(support), width: WIDTH, height: HEIGHT });
}

describe('an outline', () => {
  it('that the mask confirms is suspicious of nothing', () => {
    expect(measure(body, body)).toEqual({
      parts: 0,
      largestPart: 0,
      holes: 0,
      unsupported: 0,
      foreign: 0,
      missing: 0,
    });
  });

  it('has parts that hang in the air, of which specks do not count', () => {
    const post = box(10, 10, 20, 30);
    const speck = box(180, 10, 3, 3);
    const found = measure((x, y) => body(x, y) || post(x, y) || speck(x, y), body);
    expect([found.parts, found.largestPart]).toEqual([1, 600 / AREA]);
    expect(found.foreign).toBe(600 / AREA);
    expect(found.unsupported).toBeCloseTo(609 / (100 * 200 + 609), 6);
  });

  it('has a hole; the mask tells the one in the clothes from the one under the arm', () => {
    const hole = box(80, 120, 20, 20);
    const found = measure((x, y) => body(x, y) && !hole(x, y), body);
    expect([found.holes, found.missing]).toEqual([400 / AREA, 400 / AREA]);
    const gap: Shape = (x, y) => body(x, y) && !hole(x, y);
    expect(measure(gap, gap)).toMatchObject({ holes: 400 / AREA, missing: 0 });
  });

  it('is another one where it has kept a piece of wall, and not where it lies a few pixels beside the mask', () => {
    const wall = box(150, 60, 25, 40);
    expect(measure((x, y) => body(x, y) || wall(x, y), body).foreign).toBe(1000 / AREA);
    expect(measure(body, (x, y) => body(x + 4, y)).foreign).toBe(0);
    expect(measure(body, (x, y) => body(x + 4, y)).missing).toBe(0);
  });

  it('is not judged where nothing is known', () => {
    const support = plane(body).fill(NaN, 0, 150 * WIDTH);
    const alpha = plane((x, y) => body(x, y) || box(150, 60, 25, 40)(x, y));
    expect(measureOutline({ alpha, support, width: WIDTH, height: HEIGHT }).foreign).toBe(0);
  });
});

describe('hair above a portrait', () => {
  const FACE = 80;
  const head = (alpha: Shape, valid: Shape): Parameters<typeof hairAbove>[1] => ({
    alpha: plane(alpha),
    valid: plane(valid),
    width: WIDTH,
    eye: [100, 110],
    faceHeight: FACE,
  });
  const everywhere: Shape = () => true;

  it('is what the photo has and the portrait has not', () => {
    expect(hairAbove(40, head(body, everywhere))).toBe(0);
    expect(hairAbove(50, head(body, everywhere))).toBe(0);
    expect(hairAbove(58, head(body, everywhere))).toBe(8 / FACE);
    expect(hairAbove(58, head(box(0, 40, 20, 50), everywhere))).toBe(0);
  });

  it('does not count where the photo itself cuts it', () => {
    expect(
      hairAbove(
        58,
        head(body, (_, y) => y >= 50),
      ),
    ).toBe(0);
    expect(
      hairAbove(
        58,
        head(body, (_, y) => y >= 46),
      ),
    ).toBe(8 / FACE);
  });

  it('counts where the cutout cuts it', () => {
    const tall = box(50, 0, 100, 250);
    expect(hairAbove(-10, head(tall, everywhere))).toBe(0.05);
    expect(hairAbove(8, head(tall, everywhere))).toBe(8 / FACE);
  });
});
