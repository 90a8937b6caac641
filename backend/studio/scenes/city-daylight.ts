import { between, type Random } from '../core/raster/random.js';
import { paintCrown } from './foliage.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Corner, type Painting } from './layer.js';
import type { Scene, SceneVariation } from './scene.js';

const SKY_HIGH: Colour = [0.36, 0.55, 0.86];
const SKY_LOW: Colour = [0.98, 0.97, 0.95];
const HAZE: Colour = [0.7, 0.77, 0.86];

/** A wide street between office towers on a bright day, seen with an open lens. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const warm: Colour = [1 + 0.06 * warmth, 1, 1 - 0.08 * warmth];
  const sunX = 0.5 + side * between(random, 0.25, 0.5);
  const vanish: Corner = [0.5 - side * between(random, 0.02, 0.14), between(random, 0.8, 0.9)];
  return stack([
    [skyAndFarTowers(random, sunX, tone, warm), 5],
    [middleTowers(random, vanish, side, warm), 7],
    [nearStreet(random, vanish, side, warm), 10],
    [glints(random, vanish, side), 8],
  ]);
}

function skyAndFarTowers(random: Random, sunX: number, tone: number, warm: Colour): Layer {
  const noise = createNoise(random);
  const level = 2 ** (0.35 * tone);
  const layer = new Layer().fill((x, y) => {
    const t = Math.min(1, Math.max(0, y / 0.85));
    const cloud = Math.max(0, noise(x * 2.2, y * 4.2) * 1.5 + 0.1) * (1 - 0.4 * t);
    const glow = 0.85 * Math.exp(-((x - sunX) ** 2 + (y - 0.1) ** 2) * 4.5);
    const sky = mix(mix(SKY_HIGH, SKY_LOW, t ** 0.65), [1, 1, 1], Math.min(0.75, cloud * 0.6));
    return [
      (sky[0] + glow) * level * warm[0],
      (sky[1] + glow * 0.94) * level,
      (sky[2] + glow * 0.82) * level * warm[2],
    ];
  });
  for (let x = -0.1; x < 1.1;) {
    const width = between(random, 0.05, 0.12);
    const top = between(random, 0.42, 0.74);
    const colour = times(mix([0.34, 0.42, 0.52], HAZE, between(random, 0.45, 0.75)), between(random, 0.85, 1.05));
    layer.rect(x, top, width, 1, (px) => times(colour, 1 - 0.18 * Math.min(1, Math.max(0, (px - x) / width))));
    if (random() < 0.4) layer.rect(x + width * 0.35, top - 0.05, width * 0.25, 0.06, colour);
    x += width * between(random, 0.75, 1.15);
  }
  return layer;
}

/** Towers along both sides of the street: a sunlit face and a shaded one, glass rows reflecting the sky. */
function middleTowers(random: Random, vanish: Corner, side: 1 | -1, warm: Colour): Layer {
  const layer = new Layer();
  const spots = [0.02, 0.2, 0.34, 0.7, 0.84, 0.98].map((x) => x + between(random, -0.03, 0.03));
  const order = [...spots].sort((a, b) => Math.abs(a - vanish[0]) - Math.abs(b - vanish[0]));
  for (const x of order) {
    const distance = Math.abs(x - vanish[0]);
    const width = 0.09 + distance * 0.22;
    const top = vanish[1] - 0.3 - distance * between(random, 0.75, 1.25);
    const haze = Math.max(0, 0.55 - distance);
    const stone = random() < 0.45;
    const base: Colour = stone ? [0.5, 0.45, 0.39] : [0.2, 0.27, 0.35];
    const lit = mix(times(base, 1.15), HAZE, haze);
    const dark = mix(times(base, 0.5), HAZE, haze * 0.9);
    const facesSun = Math.sign(vanish[0] - x) !== side;
    tower(layer, random, {
      x,
      width,
      top,
      foot: vanish[1] + 0.1,
      front: facesSun ? lit : mix(lit, dark, 0.6),
      flank: facesSun ? dark : lit,
      right: x < vanish[0],
      stone,
      haze,
      warm,
    });
  }
  return layer;
}

interface Tower {
  x: number;
  width: number;
  top: number;
  foot: number;
  front: Colour;
  flank: Colour;
  right: boolean;
  stone: boolean;
  haze: number;
  warm: Colour;
}

function tower(layer: Layer, random: Random, t: Tower): void {
  const left = t.x - t.width / 2;
  const height = t.foot - t.top;
  layer.rect(left, t.top, t.width, height, (_, y) =>
    times(t.front, 0.86 + 0.3 * Math.max(0, 1 - (y - t.top) / height)),
  );
  const depth = t.width * 0.38 * (t.right ? 1 : -1);
  const edge = t.right ? left + t.width : left;
  const drop = 0.05 * (0.3 + t.width * 3);
  layer.polygon(
    [
      [edge, t.top],
      [edge + depth, t.top + drop],
      [edge + depth, t.foot],
      [edge, t.foot],
    ],
    t.flank,
  );
  const rows = Math.max(6, Math.round(height / 0.035));
  const columns = Math.max(3, Math.round(t.width / 0.028));
  // Glass shows a picture of the sky and the houses opposite: soft shapes over many panes, not a mosaic.
  const reflection = createNoise(random);
  const shift = between(random, 0, 40);
  const window = (column: number, row: number): Colour | null => {
    if (random() < 0.06) return null;
    const image = 0.5 + 0.75 * reflection(shift + column * 0.32, shift + row * 0.2) + between(random, -0.1, 0.1);
    const sky = mix([0.26, 0.36, 0.5], [0.95, 0.98, 1.02], Math.min(1, Math.max(0, image)) ** 1.6);
    const pane = t.stone ? times(sky, 0.5) : times(sky, 0.85);
    const lamp: Colour = random() > 0.985 ? [1.6, 1.35, 0.95] : pane;
    return mix([lamp[0] * t.warm[0], lamp[1], lamp[2] * t.warm[2]], HAZE, t.haze * 0.8);
  };
  layer.wall(
    [
      [left, t.top],
      [left + t.width, t.top],
      [left + t.width, t.foot],
      [left, t.foot],
    ],
    columns,
    rows,
    1,
    window,
    t.stone ? 0.5 : 0.22,
  );
  // The flank has windows too, drawn together by the perspective.
  const flank: [Corner, Corner, Corner, Corner] = t.right
    ? [
        [edge, t.top],
        [edge + depth, t.top + drop],
        [edge + depth, t.foot],
        [edge, t.foot],
      ]
    : [
        [edge + depth, t.top + drop],
        [edge, t.top],
        [edge, t.foot],
        [edge + depth, t.foot],
      ];
  layer.wall(
    flank,
    Math.max(2, Math.round(columns * 0.5)),
    rows,
    1,
    () => (random() < 0.1 ? null : times(t.flank, between(random, 0.75, 1.5))),
    0.35,
  );
}

/** What is nearest: street, kerb trees, and the edge of one building that frames the picture. */
function nearStreet(random: Random, vanish: Corner, side: 1 | -1, warm: Colour): Layer {
  const layer = new Layer();
  const noise = createNoise(random);
  const horizon = vanish[1] + 0.08;
  layer.rect(-0.2, horizon, 1.4, 1, (x, y) => {
    const near = Math.min(1, (y - horizon) / 0.4);
    const sun = 0.24 * Math.max(0, noise(x * 3, y * 9)) * (1 - near * 0.5);
    return times([(0.42 + sun) * warm[0], 0.42 + sun, 0.43 + sun * 0.9], 1 - 0.35 * near);
  });
  // Kerbs and the shade of the houses run towards the vanishing point.
  const shaded = 0.5 + side * 0.75;
  layer.polygon(
    [
      [vanish[0], horizon],
      [shaded, horizon],
      [shaded, 1.5],
      [0.5 + side * 0.12, 1.5],
    ],
    [0.13, 0.14, 0.16],
    0.55,
  );
  cars(layer, random, vanish, horizon);
  for (const edge of [-1, 1] as const) {
    for (let i = 0; i < 4; i++)
      avenueTree(layer, random, {
        vanish,
        horizon,
        edge,
        near: 0.28 + 0.24 * i + between(random, -0.05, 0.05),
        sun: side,
        warm,
      });
  }
  const frame = 0.5 - side * 0.5;
  const wide = between(random, 0.1, 0.17);
  const wallLeft = frame < 0.5 ? -0.1 : 1.1 - wide - 0.1 + 0.1;
  const corners: [Corner, Corner, Corner, Corner] =
    frame < 0.5
      ? [
          [wallLeft - 0.05, -0.2],
          [wallLeft + wide + 0.02, 0.06],
          [wallLeft + wide + 0.02, 1.05],
          [wallLeft - 0.05, 1.45],
        ]
      : [
          [wallLeft + 0.02, 0.06],
          [wallLeft + wide + 0.1, -0.2],
          [wallLeft + wide + 0.1, 1.45],
          [wallLeft + 0.02, 1.05],
        ];
  layer.polygon(corners, [0.22 * warm[0], 0.235, 0.26]);
  layer.wall(corners, 4, 14, frame < 0.5 ? 1.5 : 0.66, () => times([0.34, 0.42, 0.53], between(random, 0.5, 1.9)), 0.3);
  return layer;
}

interface AvenueTree {
  vanish: Corner;
  horizon: number;
  edge: -1 | 1;
  /** 1 beside the viewer, 0 in the far distance. */
  near: number;
  sun: -1 | 1;
  warm: Colour;
}

/** One tree of the avenue: it grows and moves outwards as it comes nearer. */
function avenueTree(layer: Layer, random: Random, { vanish, horizon, edge, near, sun, warm }: AvenueTree): void {
  const x = vanish[0] + edge * (0.14 + 0.48 * near);
  const foot = horizon + 0.11 * near;
  const height = 0.12 + 0.3 * near;
  layer.rect(x - 0.007 * near - 0.002, foot - height * 0.6, 0.014 * near + 0.004, height * 0.6, [0.1, 0.085, 0.07]);
  const hazy = 0.45 * (1 - near);
  for (let i = 0; i < 3; i++) {
    paintCrown(layer, random, {
      x: x + between(random, -0.05, 0.05) * near,
      y: foot - height * between(random, 0.6, 0.95),
      width: height * between(random, 0.22, 0.34),
      height: height * between(random, 0.2, 0.3),
      shade: mix([0.045, 0.075, 0.03], HAZE, hazy),
      sun: mix([0.3 * warm[0], 0.4, 0.12], HAZE, hazy),
      towards: [sun * 0.6, -0.6],
      clumps: 24,
    });
  }
}

/** Parked cars and traffic: dark bodies, bright roofs and windows. */
function cars(layer: Layer, random: Random, vanish: Corner, horizon: number): void {
  for (let i = 0; i < 9; i++) {
    const near = between(random, 0.1, 0.8);
    const edge = random() < 0.5 ? -1 : 1;
    const x = vanish[0] + edge * (0.06 + between(random, 0.2, 0.5) * near);
    const y = horizon + 0.1 * near;
    const w = 0.03 + 0.07 * near;
    const paint = times(mix([0.1, 0.11, 0.13], [0.62, 0.63, 0.65], random() ** 2), between(random, 0.7, 1.2));
    layer.ellipse(x, y + w * 0.05, w * 1.1, w * 0.16, [0.07, 0.07, 0.075], 0.8);
    layer.rect(x - w, y - w * 0.5, w * 2, w * 0.5, paint);
    layer.rect(x - w * 0.6, y - w * 0.82, w * 1.2, w * 0.34, [0.36, 0.44, 0.52]);
    layer.rect(x - w * 0.55, y - w * 0.86, w * 1.1, w * 0.06, [1.1, 1.12, 1.15]);
    if (random() < 0.35) layer.ellipse(x + edge * w * 0.5, y - w * 0.7, 0.004, 0.004, [16, 15.5, 14.5], 0.8);
  }
}

/** Sun on glass and chrome: tiny, far above white, so that the lens turns them into discs. On cars and panes, never in the sky. */
function glints(random: Random, vanish: Corner, side: 1 | -1): Layer {
  const layer = new Layer();
  const count = 12 + Math.floor(random() * 10);
  for (let i = 0; i < count; i++) {
    const low = random() < 0.6;
    const edge = random() < 0.7 ? -side : side;
    const x = vanish[0] + edge * (low ? between(random, 0.05, 0.5) : between(random, 0.3, 0.55));
    const y = low
      ? vanish[1] + between(random, -0.06, 0.12)
      : vanish[1] - between(random, 0.1, 0.5) * Math.abs(x - vanish[0]) * 2;
    const colour = mix([1, 0.97, 0.9], [0.85, 0.93, 1], random());
    const size = between(random, 0.003, 0.006);
    layer.ellipse(x, y, size, size, times(colour, 5 + 20 * random() ** 2), 0.55);
  }
  return layer;
}

export const cityDaylight: Scene = {
  key: 'city-daylight',
  light: {
    key: 0.42,
    keyTint: [1.025, 1, 0.965],
    fillTint: [0.97, 1, 1.045],
    stops: 0.05,
    wrap: 0.2,
    rim: 0.14,
    rimSided: 0,
    shadow: 0,
    vignette: 0.06,
    contrast: 0.22,
    saturation: 1,
    grain: 0.006,
  },
  paint,
};
