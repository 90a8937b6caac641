import { describe, expect, it } from 'vitest';
import type { Planes } from '../core/raster/guided-filter.js';
import { OVAL, type Point } from '../core/photo/landmarks.js';
import { labOf } from '../core/raster/lab.js';
import { compareColours, type ColourChange } from '../quality/compare-colours.js';

type Colour = readonly [number, number, number];
type Paint = (x: number, y: number) => Colour;

const [WIDTH, HEIGHT, FACE_HEIGHT] = [160, 200, 80];
const SKIN: Colour = [220, 170, 140];
const SCARF: Colour = [70, 90, 160];
/** A face 30 pixels around the middle, on a person who fills the picture up to 10 pixels from its edge. */
const isFace = (x: number, y: number): boolean => Math.hypot(x - 80, y - 80) < 30;
const isPerson = (x: number, y: number): boolean => x >= 10 && x < WIDTH - 10 && y >= 10;
const drawn: Paint = (x, y) => (isFace(x, y) ? SKIN : SCARF);
const points: Point[] = Array.from({ length: 468 }, () => [80, 80]);
for (const [i, index] of OVAL.entries()) {
  const angle = (i / OVAL.length) * 2 * Math.PI;
  points[index] = [80 + 30 * Math.sin(angle), 80 - 30 * Math.cos(angle)];
}

/** Compares the drawing with what became of it; in 8 bit, so that all figures are exact. */
function changeTo(paint: Paint): ColourChange {
  const photo = [0, 1, 2].map((c) =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => drawn(i % WIDTH, Math.floor(i / WIDTH))[c]! / 255),
  ) as unknown as Planes;
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    data.set([...paint(x, y), isPerson(x, y) ? 255 : 0], i * 4);
  }
  return compareColours({ photo, cutout: { data, width: WIDTH, height: HEIGHT }, points, faceHeight: FACE_HEIGHT });
}

describe('colours of a cutout beside those of its photo', () => {
  it('that are the same differ in nothing', () => {
    const { before, after, onFace, elsewhere, tint, becameSkin } = changeTo(drawn);
    for (const value of [onFace, elsewhere]) expect(value).toBeLessThan(0.001);
    expect(tint).toBeLessThan(0.003);
    expect(becameSkin).toBe(0);
    for (const [i, value] of labOf(220 / 255, 170 / 255, 140 / 255).entries()) {
      expect(before[i]).toBeCloseTo(value, 4);
      expect(after[i]).toBeCloseTo(value, 4);
    }
  });

  it('tell a face that was made redder by how much', () => {
    const { before, after, onFace, elsewhere, tint } = changeTo((x, y) =>
      isFace(x, y) ? [230, 165, 140] : drawn(x, y),
    );
    const wanted = labOf(230 / 255, 165 / 255, 140 / 255);
    expect(after[1] - before[1]).toBeCloseTo(wanted[1] - before[1], 4);
    expect(after[1] - before[1]).toBeGreaterThan(4);
    expect(onFace).toBeCloseTo(10 / 255, 4);
    expect(tint).toBeGreaterThan(0.02);
    expect(elsewhere).toBeLessThan(0.001);
  });

  it('tell a brighter face from a tinted one', () => {
    const { onFace, tint } = changeTo((x, y) => (isFace(x, y) ? [231, 178.5, 147] : drawn(x, y)));
    expect(onFace).toBeCloseTo(11 / 255, 4);
    expect(tint).toBeLessThan(0.005);
  });

  it('count a piece of scarf that was painted with skin, and how far it was', () => {
    const { elsewhere, becameSkin, onFace } = changeTo((x, y) =>
      x >= 60 && x < 100 && y >= 140 && y < 160 ? SKIN : drawn(x, y),
    );
    expect(elsewhere).toBeCloseTo(150 / 255, 4);
    expect(becameSkin).toBeCloseTo((40 * 20) / (WIDTH * HEIGHT), 4);
    expect(onFace).toBeLessThan(0.001);
  });

  it('say nothing of the outline, where the old background is taken out', () => {
    const { elsewhere, becameSkin } = changeTo((x, y) => (x < 13 ? SKIN : drawn(x, y)));
    expect(elsewhere).toBeLessThan(0.001);
    expect(becameSkin).toBe(0);
  });
});
