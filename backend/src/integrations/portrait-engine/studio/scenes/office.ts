import { between, type Random } from '../raster/random.js';
import { Layer, mix, stack, times, type Colour, type Corner, type Painting } from './layer.js';
import type { Scene, SceneVariation } from './scene.js';

/** An open office: a window front on one side, shelves and a plant on the other, desks behind the person. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const warm: Colour = [1 + 0.07 * warmth, 1, 1 - 0.09 * warmth];
  const flip = (x: number): number => (side === 1 ? x : 1 - x);
  const level = 2 ** (0.3 * tone);
  return stack([
    [room(random, flip, level, warm), 6],
    [furniture(random, flip, level, warm), 8],
    [nearThings(random, flip), 11],
  ]);
}

type Flip = (x: number) => number;

/** Corners of a mirrored wall stay in clockwise order. */
function quad(flip: Flip, a: Corner, b: Corner, c: Corner, d: Corner): [Corner, Corner, Corner, Corner] {
  const m = ([x, y]: Corner): Corner => [flip(x), y];
  return flip(0) < flip(1) ? [m(a), m(b), m(c), m(d)] : [m(b), m(a), m(d), m(c)];
}

/** Back wall, ceiling with light panels, and the window front in perspective (bright side: large x). */
function room(random: Random, flip: Flip, level: number, warm: Colour): Layer {
  const wall: Colour = times([0.56 * warm[0], 0.545, 0.52 * warm[2]], level);
  const layer = new Layer().fill((x, y) => {
    const towardsWindow = flip(x);
    return times(wall, 0.62 + 0.5 * towardsWindow - 0.12 * Math.max(0, y - 0.7));
  });
  const corner = between(random, 0.5, 0.62);
  layer.polygon(quad(flip, [-0.2, -0.2], [1.2, -0.2], [1.2, -0.05], [-0.2, 0.17]), times([0.66, 0.655, 0.64], level));
  for (let i = 0; i < 4; i++) {
    const x = 0.02 + i * 0.27 + between(random, -0.02, 0.02);
    const y = 0.1 - i * 0.045;
    layer.polygon(quad(flip, [x, y - 0.035], [x + 0.15, y - 0.05], [x + 0.17, y - 0.015], [x + 0.01, y]), [2.1 * warm[0], 2, 1.85 * warm[2]]);
  }
  const front = quad(flip, [corner, 0.2], [1.25, -0.12], [1.25, 1.25], [corner, 0.86]);
  layer.polygon(front, (_, y) => times(mix([0.86, 0.94, 1.06], [1.12, 1.1, 1.05], Math.min(1, Math.max(0, y / 0.8))), 1.15 * level));
  outside(layer, random, flip, corner, level);
  const frames: Colour = [0.2, 0.2, 0.205];
  for (let i = 0; i <= 4; i++) {
    const t = (i / 4) ** 1.35;
    const x = corner + (1.22 - corner) * t;
    const top = 0.2 - 0.32 * t;
    const low = 0.86 + 0.39 * t;
    const thick = 0.007 + 0.012 * t;
    layer.polygon(quad(flip, [x, top], [x + thick, top], [x + thick, low], [x, low]), frames);
  }
  layer.polygon(quad(flip, [corner, 0.36], [1.25, 0.2], [1.25, 0.22], [corner, 0.37]), frames);
  layer.polygon(quad(flip, [corner, 0.84], [1.25, 1.18], [1.25, 1.3], [corner, 0.89]), times([0.4, 0.39, 0.38], level));
  return layer;
}

/** Pale buildings and trees beyond the glass. */
function outside(layer: Layer, random: Random, flip: Flip, corner: number, level: number): void {
  for (let i = 0; i < 7; i++) {
    const x = between(random, corner + 0.02, 1.05);
    const top = between(random, 0.36, 0.6);
    const width = between(random, 0.05, 0.12);
    const colour = times(mix([0.55, 0.62, 0.7], [0.85, 0.88, 0.92], random()), level);
    layer.polygon(quad(flip, [x, top], [x + width, top - 0.01], [x + width, 0.88], [x, 0.86]), colour, 0.8);
  }
  for (let i = 0; i < 60; i++) {
    const x = between(random, corner + 0.03, 1.1);
    layer.ellipse(flip(x), between(random, 0.68, 0.86), 0.025, 0.02, times([0.28, 0.42, 0.17], between(random, 0.7, 1.7)), 0.7);
  }
}

/** Shelves with books and folders, a picture, hanging lamps. */
function furniture(random: Random, flip: Flip, level: number, warm: Colour): Layer {
  const layer = new Layer();
  const left = between(random, -0.06, 0.0);
  const width = between(random, 0.33, 0.4);
  const top = between(random, 0.27, 0.34);
  const wood: Colour = times([0.36 * warm[0], 0.25, 0.16], level);
  const rows = 4;
  const rise = 0.135;
  const box = (x: number, y: number, w: number, h: number, colour: Colour): void => {
    layer.polygon(quad(flip, [x, y], [x + w, y], [x + w, y + h], [x, y + h]), colour);
  };
  box(left, top - 0.012, width, rows * rise + 0.02, times([0.44, 0.42, 0.39], 0.62 * level));
  const books: Colour[] = [[0.5, 0.46, 0.4], [0.12, 0.17, 0.26], [0.42, 0.14, 0.09], [0.62, 0.6, 0.57], [0.1, 0.2, 0.16], [0.48, 0.32, 0.12], [0.2, 0.22, 0.24]];
  for (let row = 0; row < rows; row++) {
    const y = top + row * rise;
    box(left, y + rise - 0.016, width, 0.014, wood);
    for (let x = left + 0.012; x < left + width - 0.03; ) {
      const w = between(random, 0.011, 0.026);
      const h = between(random, 0.06, 0.105);
      if (random() < 0.78) box(x, y + rise - 0.016 - h, w, h, times(books[Math.floor(random() * books.length)], between(random, 0.6, 1.1) * level));
      else x += 0.03;
      x += w + 0.002;
    }
  }
  for (const x of [left, left + width * 0.5, left + width - 0.01]) box(x, top - 0.014, 0.011, rows * rise + 0.014, wood);
  for (let i = 0; i < 3; i++) {
    const x = flip(between(random, 0.14, 0.52) + i * 0.06);
    const y = 0.2 + i * 0.015 + between(random, -0.02, 0.03);
    layer.rect(x - 0.002, -0.1, 0.004, y + 0.08, [0.1, 0.1, 0.1]);
    layer.ellipse(x, y, 0.03, 0.022, [0.12, 0.11, 0.1]);
    layer.ellipse(x, y + 0.012, 0.02, 0.01, [7.5, 6.1, 4.2]);
  }
  return layer;
}

/** Desk edge, screens, chairs and a plant: closest to the lens, so the softest. */
function nearThings(random: Random, flip: Flip): Layer {
  const layer = new Layer();
  const desk = between(random, 0.96, 1.04);
  layer.rect(-0.2, desk, 1.4, 0.5, (x, y) => times([0.34, 0.27, 0.2], 0.55 + 0.5 * flip(x) - 0.5 * (y - desk)));
  for (let i = 0; i < 3; i++) {
    const x = flip(0.12 + i * 0.33 + between(random, -0.05, 0.05));
    layer.rect(x - 0.07, desk - 0.11, 0.14, 0.09, times([0.11, 0.12, 0.135], between(random, 0.7, 1.4)));
    layer.rect(x - 0.062, desk - 0.103, 0.124, 0.072, times([0.35, 0.42, 0.5], between(random, 0.4, 1.2)));
    layer.rect(x - 0.008, desk - 0.03, 0.016, 0.035, [0.1, 0.1, 0.1]);
  }
  const px = flip(between(random, 0.86, 0.97));
  const foot = desk + 0.03;
  layer.polygon([[px - 0.055, foot - 0.1], [px + 0.055, foot - 0.1], [px + 0.04, foot + 0.05], [px - 0.04, foot + 0.05]], [0.62, 0.6, 0.57]);
  for (let i = 0; i < 46; i++) {
    const angle = -Math.PI / 2 + between(random, -1.25, 1.25);
    const length = between(random, 0.08, 0.27);
    const tip: Corner = [px + Math.cos(angle) * length * 0.7, foot - 0.1 + Math.sin(angle) * length];
    const bend = between(random, -0.02, 0.02);
    layer.polygon([[px - 0.006, foot - 0.1], [(px + tip[0]) / 2 + bend, (foot - 0.1 + tip[1]) / 2 - 0.014], tip, [(px + tip[0]) / 2 + bend, (foot - 0.1 + tip[1]) / 2 + 0.014]], times([0.1, 0.22, 0.07], between(random, 0.5, 1.9)), 0.92);
  }
  return layer;
}

export const office: Scene = {
  key: 'office',
  light: {
    key: 0.45,
    keyTint: [1.01, 1, 0.985],
    fillTint: [1.0, 1, 0.99],
    stops: 0.03,
    wrap: 0.18,
    rim: 0.12,
    shadow: 0,
    vignette: 0.08,
    contrast: 0.22,
    saturation: 0.98,
    grain: 0.006,
  },
  paint,
};
