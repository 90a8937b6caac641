import { describe, expect, test } from 'vitest';
import { CHANNELS } from '../core/raster/channels.js';
import { OVAL, type Point } from '../core/photo/landmarks.js';
import { createRandom } from '../core/raster/random.js';
import { tameGlare } from '../core/training/glare.js';

type Colour = readonly [red: number, green: number, blue: number];
const [WIDTH, HEIGHT] = [600, 640];
const FACE = { x: 300, y: 300, rx: 150, ry: 200 };
const SKIN: Colour = [0.62, 0.42, 0.32];
const PALE: Colour = [0.86, 0.92, 0.98];
const BRIGHT: Colour = [0.95, 0.96, 0.98];
const DARK: Colour = [0.2, 0.2, 0.2];

/** A plain face on a neck, in front of a wall: what is painted where decides what the test is about. */
function draw(wall: Colour, paint: (x: number, y: number) => Colour | null) {
  const colours = [0, 1, 2].map(() => new Float32Array(WIDTH * HEIGHT)) as unknown as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const alpha = new Float32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const person =
        Math.hypot((x - FACE.x) / FACE.rx, (y - FACE.y) / FACE.ry) < 1.04 || (y > FACE.y && Math.abs(x - FACE.x) < 125);
      const colour = person ? (paint(x, y) ?? SKIN) : wall;
      alpha[y * WIDTH + x] = person ? 1 : 0;
      for (const c of CHANNELS) colours[c][y * WIDTH + x] = colour[c];
    }
  }
  // The oval's points stand where the mesh has them; all others on the cheeks, where the skin is measured.
  const points: Point[] = Array.from({ length: 468 }, () => [FACE.x, FACE.y] as const);
  for (const [k, index] of OVAL.entries())
    points[index] = [
      FACE.x + FACE.rx * Math.sin((2 * Math.PI * k) / OVAL.length),
      FACE.y - FACE.ry * Math.cos((2 * Math.PI * k) / OVAL.length),
    ];
  const before = colours.map((plane) => plane.slice());
  const found = tameGlare(colours, {
    photo: before as unknown as typeof colours,
    alpha,
    width: WIDTH,
    height: HEIGHT,
    points,
    faceHeight: 2 * FACE.ry,
  });
  const at = (x: number, y: number): number[] => colours.map((plane) => plane[y * WIDTH + x]!);
  return { found, at, untouched: colours.every((plane, c) => plane.every((v, i) => v === before[c]![i])) };
}

/** Along the jaw, left below the mouth. */
const onCrescent = (x: number, y: number): boolean => {
  const r = Math.hypot((x - FACE.x) / FACE.rx, (y - FACE.y) / FACE.ry);
  return r > 0.9 && r < 1 && x < FACE.x - 60 && y > FACE.y + 60;
};

describe('light from behind on the jaw', () => {
  test('a crescent is brought down to the skin around it', () => {
    const { found, at } = draw(BRIGHT, (x, y) => (onCrescent(x, y) ? PALE : null));
    expect(found).toBeGreaterThan(0.01);
    const [red, green, blue] = at(FACE.x - 102, FACE.y + 128);
    expect(red).toBeCloseTo(SKIN[0], 0);
    expect(blue).toBeLessThan(SKIN[2] + 0.12);
    expect(green).toBeLessThan(SKIN[1] + 0.12);
    expect(at(FACE.x, FACE.y)).toEqual(SKIN.map((v) => expect.closeTo(v, 5)));
  });

  test('a thin glint beside the chin is brought down as well', () => {
    const glint = (x: number, y: number): boolean =>
      Math.abs(x - FACE.x - 40) < 7 && y > FACE.y + 130 && y < FACE.y + 195;
    const { at } = draw(BRIGHT, (x, y) => (glint(x, y) ? PALE : null));
    const [, , blue] = at(FACE.x + 40, FACE.y + 160);
    expect(blue).toBeLessThan(SKIN[2] + 0.12);
  });

  test('mended skin has the grain of the skin beside it', () => {
    const random = createRandom(7);
    const grain = Float32Array.from({ length: WIDTH * HEIGHT }, () => 1 + 0.08 * (random() - 0.5));
    const grainy = (x: number, y: number): Colour => SKIN.map((v) => v * grain[y * WIDTH + x]!) as unknown as Colour;
    const { at } = draw(BRIGHT, (x, y) => (onCrescent(x, y) ? PALE : grainy(x, y)));
    const unevenness = (fromX: number, fromY: number): number => {
      const green = Array.from({ length: 64 }, (_, k) => at(fromX + (k % 8), fromY + Math.floor(k / 8))[1]!);
      const mean = green.reduce((sum, v) => sum + v, 0) / green.length;
      return Math.sqrt(green.reduce((sum, v) => sum + (v - mean) ** 2, 0) / green.length);
    };
    const ofCheek = unevenness(FACE.x, FACE.y);
    expect(unevenness(FACE.x - 108, FACE.y + 122) / ofCheek).toBeGreaterThan(0.6);
    expect(unevenness(FACE.x - 108, FACE.y + 122) / ofCheek).toBeLessThan(1.5);
  });

  test('a face in good light is left as it is', () => {
    expect(draw(BRIGHT, () => null).untouched).toBe(true);
  });

  test('no light comes from behind where it is dark there: then it is jewellery, a scar or a beard', () => {
    expect(draw(DARK, (x, y) => (onCrescent(x, y) ? PALE : null)).untouched).toBe(true);
  });

  test('a white beard and a collar stay, however bright the window', () => {
    const beard = (x: number, y: number): boolean => Math.abs(x - FACE.x) < 50 && y > FACE.y + 140 && y < FACE.y + 195;
    const collar = (y: number): boolean => y > FACE.y + 215;
    const full = (x: number, y: number): boolean =>
      y > FACE.y + 60 && Math.hypot((x - FACE.x) / FACE.rx, (y - FACE.y) / FACE.ry) > 0.6 && y < FACE.y + 205;
    expect(draw(BRIGHT, (x, y) => (beard(x, y) || collar(y) ? PALE : null)).untouched).toBe(true);
    const goatee = (x: number, y: number): boolean => Math.abs(x - FACE.x) < 24 && y > FACE.y + 150 && y < FACE.y + 185;
    expect(draw(BRIGHT, (x, y) => (goatee(x, y) ? PALE : null)).untouched).toBe(true);
    expect(draw(BRIGHT, (x, y) => (full(x, y) ? PALE : null)).untouched).toBe(true);
  });

  test('an earring is no glare', () => {
    expect(draw(BRIGHT, (x, y) => (Math.hypot(x - 168, y - 370) < 8 ? PALE : null)).untouched).toBe(true);
  });
});
