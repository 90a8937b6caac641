import { expect, test } from 'vitest';
import { compose } from '../core/rendering/compose.js';
import type { Backdrop } from '../core/rendering/backdrop.js';
import type { Person } from '../core/rendering/person.js';
import { decode } from '../core/raster/srgb.js';
import { PAINT_HEIGHT, PAINT_WIDTH } from '../scenes/layer.js';
import type { SceneLight } from '../scenes/scene.js';

const [WIDTH, HEIGHT] = [512, 640];
const ROW = HEIGHT / 2;
/** First column of the person, who fills the picture from there to as far from the other side. */
const EDGE = 128;

const PLAIN: SceneLight = {
  key: 0,
  keyTint: [1, 1, 1],
  fillTint: [1, 1, 1],
  stops: 0,
  wrap: 0,
  rim: 0,
  rimSided: 0,
  shadow: 0,
  vignette: 0,
  contrast: 0,
  saturation: 1,
  grain: 0,
};

/** Somebody of one grey before a wall of one brightness (linear). Returns the linear brightness of a row through both. */
function portrayed(grey: number, wall: number, light: Partial<SceneLight>, alpha = 255): Float32Array {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const x = i % WIDTH;
    rgba.set([grey, grey, grey, x >= EDGE && x < WIDTH - EDGE ? alpha : 0], i * 4);
  }
  const person: Person = { rgba, width: WIDTH, height: HEIGHT, mesh: null, enlargement: 1 };
  const flat = (size: number) => [0, 1, 2].map(() => new Float32Array(size).fill(wall));
  const backdrop = { planes: flat(WIDTH * HEIGHT), painting: flat(PAINT_WIDTH * PAINT_HEIGHT) } as unknown as Backdrop;
  compose(person, backdrop, { ...PLAIN, ...light }, { tone: 0, warmth: 0, side: 1 });
  return backdrop.planes[1].slice(ROW * WIDTH, (ROW + 1) * WIDTH);
}

test('light from behind glows inside the outline and leaves the outline itself as it is', () => {
  const row = portrayed(110, 0.01, { rim: 0.4 });
  const own = decode(110 / 255);
  const brightest = Math.max(...row);
  expect(brightest / own).toBeGreaterThan(1.15);
  expect(row[EDGE]! / own).toBeLessThan(1.03);
  expect(row.indexOf(brightest)).toBeGreaterThan(EDGE + 1);
  expect(row[WIDTH / 2]).toBeCloseTo(own, 3);
});

test('a bright wall creeps far less over black cloth than over skin', () => {
  const creep = (grey: number) => portrayed(grey, 0.8, { wrap: 0.14 })[EDGE]! - portrayed(grey, 0.8, {})[EDGE]!;
  expect(creep(24)).toBeGreaterThan(0.005);
  expect(creep(24)).toBeLessThan(0.04);
  expect(creep(190)).toBeGreaterThan(0.07);
});

test('a sun burns no holes into what the matte is not quite sure of', () => {
  const skin = decode(180 / 255);
  const row = portrayed(180, 5, {}, 216);
  expect(row[0]).toBeCloseTo(5, 1);
  // Like a white wall at most: 15 % of 5 would more than double the skin.
  expect(row[WIDTH / 2]).toBeLessThan(0.85 * skin + 0.15 * 1.1);
});

test('a breath of hair does not stand as haze before a wall of another brightness', () => {
  const own = decode(30 / 255);
  const shareOf = (alpha: number, wall: number): number =>
    (portrayed(30, wall, {}, Math.round(255 * alpha))[WIDTH / 2]! - wall) / (own - wall);
  expect(shareOf(0.2, 0.8)).toBeLessThan(0.1);
  expect(shareOf(0.5, 0.8)).toBeCloseTo(0.5, 1);
  expect(shareOf(0.8, 0.8)).toBeGreaterThan(0.9);
  expect(shareOf(0.2, 0.05)).toBeCloseTo(0.2, 1);
});
