import { between, pick, type Random } from '../core/raster/random.js';
import { createNoise, Layer, stack, times, type Colour, type Corner, type Painting } from './layer.js';
import { mirrorFor, quad, type Mirror } from './mirror.js';
import type { Scene, SceneVariation } from './scene.js';

interface Room {
  mirror: Mirror;
  warm: Colour;
  /** Where the wall of books meets the panelled wall. */
  corner: number;
  /** Light of all lamps at a place: wide pools around each. */
  light: (px: number, y: number) => number;
  lamps: readonly Corner[];
  sconces: readonly Corner[];
}

const SPINES: readonly Colour[] = [
  [0.23, 0.1, 0.05],
  [0.21, 0.055, 0.04],
  [0.085, 0.115, 0.07],
  [0.06, 0.075, 0.115],
  [0.33, 0.24, 0.15],
  [0.27, 0.15, 0.065],
  [0.13, 0.08, 0.055],
  [0.36, 0.3, 0.22],
];

/** A panelled library in the evening: a wall of books that leads into the depth, brass lamps, a leather armchair. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const mirror = mirrorFor(side);
  const corner = between(random, 0.4, 0.52);
  const lamps: Corner[] = [[between(random, 0.8, 0.92), between(random, 0.66, 0.74)]];
  // One only: two lamps side by side over a third make a face, for people as for detectors.
  const sconces: Corner[] = [[corner + between(random, 0.07, 0.16), between(random, 0.24, 0.36)]];
  const level = 2 ** (0.45 * tone);
  const light = (px: number, y: number): number => {
    const x = mirror(px);
    let sum = 0.34 + 0.2 * x;
    for (const [lx, ly] of lamps) sum += 1.5 * Math.exp(-((x - lx) ** 2 + (y - ly) ** 2) * 9);
    for (const [lx, ly] of sconces) sum += 1.15 * Math.exp(-((x - lx) ** 2 * 26 + (y - ly + 0.04) ** 2 * 11));
    return sum * level;
  };
  const room: Room = { mirror, corner, lamps, sconces, light, warm: [1 + 0.05 * warmth, 1, 1 - 0.08 * warmth] };
  return stack([
    [panelling(random, room), 5],
    [books(random, room), 8],
    [wallLamps(room), 8],
    [tableLamp(random, room), 9],
    [chandelier(random, room), 11],
    [armchair(random, room), 13],
  ]);
}

const lit = ({ light, warm }: Room, colour: Colour, px: number, y: number): Colour => {
  const l = light(px, y);
  return [colour[0] * l * warm[0], colour[1] * l, colour[2] * l * warm[2]];
};

/** Raised panels of dark oak with their mouldings, a ceiling, a skirting. */
function panelling(random: Random, room: Room): Layer {
  const grain = createNoise(random);
  const { mirror, corner } = room;
  const layer = new Layer().fill((px, y) => {
    const streak = 1 + 0.22 * grain(px * 34, y * 2.2) + 0.12 * grain(px * 9 + 7, y * 1.1);
    return lit(room, times([0.26, 0.135, 0.066], streak), px, y);
  });
  const width = between(random, 0.17, 0.21);
  const rows: readonly (readonly [number, number])[] = [
    [-0.28, 0.3],
    [0.08, 0.66],
    [0.8, 0.34],
  ];
  for (let x = corner + 0.035; x < 1.15; x += width) {
    for (const [y, height] of rows) {
      const right = x + width - 0.045;
      const edge = (a: Corner, b: Corner, c: Corner, d: Corner, colour: Colour): void =>
        void layer.polygon(quad(mirror, a, b, c, d), (px, py) => lit(room, colour, px, py));
      edge([x, y], [right, y], [right - 0.014, y + 0.014], [x + 0.014, y + 0.014], [0.09, 0.045, 0.022]);
      edge([x, y], [x + 0.014, y + 0.014], [x + 0.014, y + height - 0.014], [x, y + height], [0.12, 0.06, 0.03]);
      edge(
        [x + 0.014, y + height - 0.014],
        [right - 0.014, y + height - 0.014],
        [right, y + height],
        [x, y + height],
        [0.55, 0.31, 0.16],
      );
      edge(
        [right - 0.014, y + 0.014],
        [right, y],
        [right, y + height],
        [right - 0.014, y + height - 0.014],
        [0.4, 0.22, 0.11],
      );
    }
  }
  return layer;
}

/** Books by the row, in perspective: the wall runs from the picture's edge to the corner. */
function books(random: Random, room: Room): Layer {
  const { mirror, corner } = room;
  const layer = new Layer();
  const edges = { nearTop: -0.62, nearLow: 1.62, farTop: -0.12, farLow: 1.06 };
  // Near things are large: equal steps along the wall shrink towards the corner.
  const place = (u: number, v: number): Corner => {
    const s = (u * 2.3) / (1 + u * 1.3);
    const top = edges.nearTop + (edges.farTop - edges.nearTop) * s;
    const low = edges.nearLow + (edges.farLow - edges.nearLow) * s;
    return [-0.2 + (corner + 0.2) * s, top + (low - top) * v];
  };
  const board = (u0: number, u1: number, v0: number, v1: number, colour: Colour): void =>
    void layer.polygon(quad(mirror, place(u0, v0), place(u1, v0), place(u1, v1), place(u0, v1)), (px, y) =>
      lit(room, colour, px, y),
    );
  board(0, 1, 0, 1, [0.075, 0.042, 0.024]);
  const rows = 10;
  const gilding: (readonly [Corner, number])[] = [];
  for (let row = 0; row < rows; row++) {
    const base = (row + 0.92) / rows;
    for (let u = 0.004; u < 0.985;) {
      const thick = between(random, 0.009, 0.022);
      if (random() < 0.05) {
        u += between(random, 0.01, 0.03);
        continue;
      }
      const tall = between(random, 0.6, 0.84) / rows;
      const run = 1 + Math.floor(random() ** 2 * 5);
      const spine = times(pick(random, SPINES), between(random, 0.75, 1.25));
      for (let k = 0; k < run && u < 0.985; k++, u += thick) {
        board(u, u + thick * 0.9, base - tall, base, times(spine, between(random, 0.85, 1.15)));
        if (random() < 0.16) gilding.push([place(u + thick / 2, base - tall * between(random, 0.25, 0.85)), thick]);
      }
    }
    board(0, 1, base, base + 0.016, [0.34, 0.18, 0.085]);
    board(0, 1, base + 0.016, base + 0.03, [0.03, 0.017, 0.01]);
  }
  for (const u of [0.24, 0.49, 0.74, 0.97]) board(u, u + 0.022, 0, 1, [0.3, 0.155, 0.072]);
  // Gilt letters catch the lamps.
  for (const [[x, y], size] of gilding) {
    const px = mirror(x);
    layer.ellipse(
      px,
      y,
      size * 0.16,
      size * 0.1,
      times([1, 0.66, 0.26], room.light(px, y) * between(random, 1, 6)),
      0.7,
    );
  }
  return layer;
}

function wallLamps({ mirror, sconces, warm }: Room): Layer {
  const layer = new Layer();
  for (const [x, y] of sconces) {
    layer.rect(mirror(x) - 0.004, y + 0.02, 0.008, 0.06, [0.5, 0.3, 0.1]);
    for (const way of [-1, 1]) {
      const cx = mirror(x) + way * 0.02;
      layer.polygon(
        [
          [cx - 0.009, y - 0.02],
          [cx + 0.009, y - 0.02],
          [cx + 0.015, y + 0.018],
          [cx - 0.015, y + 0.018],
        ],
        [6.2 * warm[0], 3.9, 1.75 * warm[2]],
      );
    }
  }
  return layer;
}

/** A lamp with a linen shade on a side table. */
function tableLamp(random: Random, { mirror, lamps, warm, light }: Room): Layer {
  const layer = new Layer();
  for (const [x, y] of lamps) {
    const cx = mirror(x);
    const table = y + between(random, 0.3, 0.34);
    layer.rect(cx - 0.006, y, 0.012, table - y, [0.62, 0.4, 0.15]);
    layer.ellipse(cx, table - 0.075, 0.03, 0.06, [0.24, 0.13, 0.06]);
    layer.ellipse(cx - 0.008, table - 0.09, 0.006, 0.016, [3, 2.1, 1.1]);
    layer.rect(cx - 0.2, table, 0.4, 0.03, (px, py) => times([0.38, 0.2, 0.09], light(px, py)));
    layer.rect(cx - 0.18, table + 0.03, 0.36, 0.05, (px, py) => times([0.2, 0.1, 0.045], light(px, py)));
    for (const leg of [-0.175, 0.15])
      layer.rect(cx + leg, table + 0.08, 0.025, 0.6, (px, py) => times([0.2, 0.1, 0.045], light(px, py)));
    // Brightest where the bulb is, fading to both rims of the shade.
    layer.polygon(
      [
        [cx - 0.055, y - 0.085],
        [cx + 0.055, y - 0.085],
        [cx + 0.1, y + 0.055],
        [cx - 0.1, y + 0.055],
      ],
      (px, py) => {
        const bulb = Math.exp(-(((px - cx) / 0.075) ** 2) - ((py - y) / 0.075) ** 2);
        const v = 0.85 + 1.9 * bulb;
        return [v * 1.05 * warm[0], v * 0.68, v * 0.33 * warm[2]];
      },
    );
  }
  return layer;
}

/** Candle bulbs and cut glass high up: only discs of light are left of them. */
function chandelier(random: Random, { mirror, warm }: Room): Layer {
  const layer = new Layer();
  const cx = between(random, 0.3, 0.7);
  const cy = between(random, -0.02, 0.05);
  const arms = 7 + Math.floor(random() * 3);
  for (let i = 0; i < arms; i++) {
    const angle = (i / arms) * Math.PI * 2 + 0.3;
    layer.ellipse(
      mirror(cx + 0.19 * Math.cos(angle)),
      cy + 0.045 * Math.sin(angle),
      0.0065,
      0.0085,
      [13 * warm[0], 8.4, 4 * warm[2]],
      0.85,
    );
  }
  for (let i = 0; i < 16; i++) {
    const s = between(random, 0.002, 0.0035);
    layer.ellipse(
      mirror(cx + between(random, -0.17, 0.17)),
      cy + between(random, -0.02, 0.1),
      s,
      s,
      times([1, 0.8, 0.55], between(random, 4, 14)),
      0.7,
    );
  }
  return layer;
}

/** The back of a leather armchair at the lower edge, with light along its top. */
function armchair(random: Random, { mirror, light }: Room): Layer {
  const layer = new Layer();
  const x = between(random, 0.02, 0.14);
  const top = between(random, 0.93, 1.0);
  for (let i = 0; i < 26; i++) {
    const t = i / 25;
    const cx = mirror(x + (t - 0.5) * 0.3);
    const y = top + 0.05 * (2 * t - 1) ** 4;
    layer.rect(cx - 0.012, y, 0.024, 0.6, (px, py) =>
      times([0.2, 0.082, 0.036], light(px, py) * (0.45 + 1.5 * Math.exp(-(py - y) * 24))),
    );
  }
  for (let i = 0; i < 7; i++)
    layer.ellipse(mirror(x - 0.12 + i * 0.04), top + 0.05, 0.004, 0.004, [2.6, 1.7, 0.8], 0.6);
  return layer;
}

export const library: Scene = {
  key: 'library',
  light: {
    key: 0.54,
    keyTint: [1.04, 1, 0.93],
    fillTint: [1.0, 1, 0.985],
    stops: -0.05,
    wrap: 0.14,
    rim: 0.16,
    rimSided: 0.5,
    shadow: 0,
    vignette: 0.16,
    contrast: 0.28,
    saturation: 0.98,
    grain: 0.007,
  },
  paint,
};
