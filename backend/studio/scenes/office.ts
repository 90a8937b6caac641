import { between, pick, type Random } from '../core/raster/random.js';
import { paintCrown } from './foliage.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import { mirrorFor, quad, type Mirror } from './mirror.js';
import type { Scene, SceneVariation } from './scene.js';

/** An open office: a window front on one side, shelves and a plant on the other, desks behind the person. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const warm: Colour = [1 + 0.07 * warmth, 1, 1 - 0.09 * warmth];
  const mirror = mirrorFor(side);
  const level = 2 ** (0.3 * tone);
  return stack([
    [room(random, mirror, level, warm), 6],
    [shelves(random, mirror, level, warm), 10],
    [hangingLamps(random, mirror), 8],
    [nearThings(random, mirror, level), 13],
  ]);
}

/** Back wall, ceiling with light panels, and the window front in perspective (bright side: large x). */
function room(random: Random, mirror: Mirror, level: number, warm: Colour): Layer {
  const wall: Colour = times([0.56 * warm[0], 0.545, 0.52 * warm[2]], level);
  const uneven = createNoise(random);
  const layer = new Layer().fill((x, y) => {
    const towardsWindow = Math.max(0, mirror(x));
    // Daylight fades away from the window; the ceiling lamps wash the top of the wall.
    const wash = 0.2 * Math.exp(-(((y - 0.16) / 0.13) ** 2)) * (0.6 + 0.5 * uneven(x * 5, 2));
    return times(
      wall,
      0.5 + 0.62 * towardsWindow ** 1.4 + wash - 0.24 * Math.max(0, y - 0.6) + 0.03 * uneven(x * 3, y * 3),
    );
  });
  const corner = between(random, 0.5, 0.62);
  layer.polygon(quad(mirror, [-0.2, -0.2], [1.2, -0.2], [1.2, -0.05], [-0.2, 0.17]), times([0.66, 0.655, 0.64], level));
  for (let i = 0; i < 4; i++) {
    const x = 0.02 + i * 0.27 + between(random, -0.02, 0.02);
    const y = 0.1 - i * 0.045;
    layer.polygon(quad(mirror, [x, y - 0.035], [x + 0.15, y - 0.05], [x + 0.17, y - 0.015], [x + 0.01, y]), [
      2.1 * warm[0],
      2,
      1.85 * warm[2],
    ]);
  }
  const front = quad(mirror, [corner, 0.2], [1.25, -0.12], [1.25, 1.25], [corner, 0.86]);
  layer.polygon(front, (_, y) =>
    times(mix([0.86, 0.94, 1.06], [1.12, 1.1, 1.05], Math.min(1, Math.max(0, y / 0.8))), 1.15 * level),
  );
  outside(layer, random, mirror, corner, level);
  const frames: Colour = [0.2, 0.2, 0.205];
  for (let i = 0; i <= 4; i++) {
    const t = (i / 4) ** 1.35;
    const x = corner + (1.22 - corner) * t;
    const top = 0.2 - 0.32 * t;
    const low = 0.86 + 0.39 * t;
    const thick = 0.007 + 0.012 * t;
    layer.polygon(quad(mirror, [x, top], [x + thick, top], [x + thick, low], [x, low]), frames);
  }
  layer.polygon(quad(mirror, [corner, 0.36], [1.25, 0.2], [1.25, 0.22], [corner, 0.37]), frames);
  layer.polygon(
    quad(mirror, [corner, 0.84], [1.25, 1.18], [1.25, 1.3], [corner, 0.89]),
    times([0.4, 0.39, 0.38], level),
  );
  return layer;
}

/** Pale buildings and trees beyond the glass. */
function outside(layer: Layer, random: Random, mirror: Mirror, corner: number, level: number): void {
  for (let i = 0; i < 7; i++) {
    const x = between(random, corner + 0.02, 1.05);
    const top = between(random, 0.36, 0.6);
    const width = between(random, 0.05, 0.12);
    const colour = times(mix([0.55, 0.62, 0.7], [0.85, 0.88, 0.92], random()), level);
    layer.polygon(quad(mirror, [x, top], [x + width, top - 0.01], [x + width, 0.88], [x, 0.86]), colour, 0.8);
  }
  for (let i = 0; i < 8; i++) {
    paintCrown(layer, random, {
      x: mirror(between(random, corner + 0.05, 1.1)),
      y: between(random, 0.68, 0.86),
      width: between(random, 0.04, 0.08),
      height: between(random, 0.04, 0.09),
      shade: times([0.17, 0.25, 0.12], level),
      sun: times([0.55, 0.68, 0.3], level),
      towards: [mirror(1) > 0.5 ? 0.5 : -0.5, -0.6],
      clumps: 16,
    });
  }
  for (let i = 0; i < 9; i++)
    layer.ellipse(
      mirror(between(random, corner + 0.04, 1.05)),
      between(random, 0.5, 0.85),
      0.004,
      0.004,
      [14, 13.6, 12.8],
      0.7,
    );
}

/** Of similar brightness: strong patches in rows would look like a face to a detector, and busy to anybody. */
const BOOKS: readonly Colour[] = [
  [0.42, 0.39, 0.35],
  [0.2, 0.24, 0.3],
  [0.38, 0.23, 0.18],
  [0.5, 0.48, 0.45],
  [0.21, 0.27, 0.23],
  [0.42, 0.33, 0.2],
  [0.29, 0.3, 0.31],
  [0.46, 0.42, 0.37],
];

/** A cabinet wall from the floor up: oak shelves with books, folders, boxes and gaps, doors below. */
function shelves(random: Random, mirror: Mirror, level: number, warm: Colour): Layer {
  const layer = new Layer();
  const left = between(random, -0.1, -0.02);
  const width = between(random, 0.36, 0.43);
  const top = between(random, 0.2, 0.27);
  const rise = 0.142;
  const rows = 5;
  const low = top + rows * rise;
  // The window lights the shelves from the bright side.
  const lit = (x: number): number => level * (0.5 + 0.9 * Math.max(0, x));
  const box = (x: number, y: number, w: number, h: number, colour: Colour): void => {
    layer.polygon(quad(mirror, [x, y], [x + w, y], [x + w, y + h], [x, y + h]), (px) => times(colour, lit(mirror(px))));
  };
  const oak: Colour = [0.4 * warm[0], 0.29, 0.19];
  box(left, top - 0.014, width, 1.1, times(oak, 0.68));
  for (let row = 0; row < rows; row++) {
    const floor = top + (row + 1) * rise - 0.014;
    box(left, floor, width, 0.014, oak);
    for (let x = left + 0.014; x < left + width - 0.04;) {
      const kind = random();
      if (kind < 0.16) {
        x += between(random, 0.02, 0.06);
        continue;
      }
      const colour = pick(random, BOOKS);
      if (kind < 0.3) {
        const w = between(random, 0.045, 0.075);
        box(x, floor - between(random, 0.05, 0.085), Math.min(w, left + width - 0.02 - x), 0.09, times(colour, 0.9));
        box(x, floor, w, 0.003, oak);
        x += w + 0.006;
        continue;
      }
      const run = 2 + Math.floor(random() * 5);
      const tall = between(random, 0.075, 0.112);
      for (let k = 0; k < run && x < left + width - 0.03; k++) {
        const w = between(random, 0.009, 0.018);
        const h = tall * between(random, 0.88, 1.05);
        box(x, floor - h, w, h, times(random() < 0.6 ? colour : pick(random, BOOKS), between(random, 0.75, 1.2)));
        x += w + 0.001;
      }
    }
  }
  for (const x of [left, left + width * 0.48, left + width - 0.012])
    box(x, top - 0.014, 0.012, rows * rise + 0.014, oak);
  for (let i = 0; i < 3; i++)
    box(left + 0.006 + (i * width) / 3, low + 0.01, width / 3 - 0.012, 0.34, times(oak, between(random, 1.05, 1.2)));
  return layer;
}

function hangingLamps(random: Random, mirror: Mirror): Layer {
  const layer = new Layer();
  const first = between(random, 0.3, 0.42);
  for (let i = 0; i < 3; i++) {
    // A row that leads into the depth: smaller and higher with each lamp.
    const size = 0.034 - 0.007 * i;
    const x = mirror(first + i * 0.105);
    const y = 0.1 + i * 0.035;
    layer.rect(x - 0.0015, -0.2, 0.003, y + 0.2, [0.12, 0.12, 0.12]);
    layer.polygon(
      [
        [x - size * 0.25, y - size * 0.7],
        [x + size * 0.25, y - size * 0.7],
        [x + size, y + size * 0.35],
        [x - size, y + size * 0.35],
      ],
      [0.11, 0.105, 0.1],
    );
    layer.ellipse(x, y + size * 0.4, size * 0.72, size * 0.22, [7, 5.6, 3.8]);
  }
  return layer;
}

/** Desk, screens from behind, a plant: closest to the lens, so the softest. */
function nearThings(random: Random, mirror: Mirror, level: number): Layer {
  const layer = new Layer();
  const desk = between(random, 1.0, 1.07);
  const sheen = createNoise(random);
  layer.rect(-0.2, desk, 1.4, 0.5, (px, y) => {
    const x = mirror(px);
    // The window lies in the polished top as a pale field.
    const gloss =
      0.42 * Math.exp(-(((x - 0.85) / 0.3) ** 2) - ((y - desk) / 0.16) ** 2) * (1 + 0.3 * sheen(x * 4, y * 14));
    return times([0.27 + gloss, 0.2 + gloss, 0.14 + gloss * 1.02], level * (0.6 + 0.35 * x));
  });
  for (let i = 0; i < 2; i++) {
    const x = mirror(0.16 + i * 0.5 + between(random, -0.07, 0.07));
    const tilt = between(random, -0.012, 0.012);
    layer.polygon(
      [
        [x - 0.1, desk - 0.15 + tilt],
        [x + 0.1, desk - 0.15 - tilt],
        [x + 0.1, desk - 0.03],
        [x - 0.1, desk - 0.03],
      ],
      (px) => times([0.1, 0.105, 0.115], level * (0.7 + 0.9 * mirror(px))),
    );
    layer.rect(x - 0.012, desk - 0.04, 0.024, 0.05, [0.2, 0.2, 0.205]);
  }
  const px = mirror(between(random, 0.88, 1));
  for (let i = 0; i < 5; i++) {
    paintCrown(layer, random, {
      x: px + between(random, -0.06, 0.06),
      y: desk - between(random, 0.05, 0.24),
      width: between(random, 0.04, 0.08),
      height: between(random, 0.05, 0.09),
      shade: times([0.035, 0.075, 0.03], level),
      sun: times([0.24, 0.4, 0.12], level),
      towards: [mirror(1) > 0.5 ? 0.6 : -0.6, -0.4],
      clumps: 14,
    });
  }
  layer.polygon(
    [
      [px - 0.06, desk - 0.05],
      [px + 0.06, desk - 0.05],
      [px + 0.045, desk + 0.12],
      [px - 0.045, desk + 0.12],
    ],
    (x) => times([0.5, 0.49, 0.47], level * (0.5 + 0.6 * mirror(x))),
  );
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
    rimSided: 0,
    shadow: 0,
    vignette: 0.08,
    contrast: 0.22,
    saturation: 0.98,
    grain: 0.006,
  },
  paint,
};
