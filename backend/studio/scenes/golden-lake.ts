import { between, type Random } from '../core/raster/random.js';
import { paintCrown, paintSkyHoles } from './foliage.js';
import { smoothstep } from '../core/raster/numbers.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import { mirrorFor, type Mirror } from './mirror.js';
import type { Scene, SceneVariation } from './scene.js';

const ZENITH: Colour = [0.21, 0.27, 0.37];
const PEACH: Colour = [0.74, 0.43, 0.2];
const SUN: Colour = [1, 0.62, 0.24];

interface Evening {
  mirror: Mirror;
  level: number;
  sunX: number;
  sunY: number;
  /** Row of the far shore. */
  shore: number;
  warm: Colour;
}

/** A lake shore in the last hour of sun: hills in the haze, glitter on the water, leaves against the light. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const shore = between(random, 0.7, 0.76);
  const evening: Evening = {
    mirror: mirrorFor(side),
    level: 2 ** (0.35 * tone),
    sunX: between(random, 0.76, 0.92),
    sunY: shore - between(random, 0.16, 0.24),
    shore,
    warm: [1 + 0.07 * warmth, 1, 1 - 0.1 * warmth],
  };
  return stack([
    [skyAndWater(random, evening), 4],
    [hills(random, evening), 6],
    [glitter(random, evening), 8],
    [farTrees(random, evening), 8],
    [nearLeaves(random, evening), 13],
  ]);
}

function skyColour({ sunX, sunY, shore, level, warm }: Evening, x: number, y: number, cloud: number): Colour {
  const t = Math.min(1, Math.max(0, y / shore));
  const base = mix(ZENITH, PEACH, t ** 1.5);
  const near = (x - sunX) ** 2 + ((y - sunY) * 1.15) ** 2;
  const glow = 0.5 * Math.exp(-near * 7) + 1.1 * Math.exp(-near * 55) + 14 * Math.exp(-near * 1400);
  const lit = mix(base, [1, 0.6, 0.36], cloud * (0.35 + 0.4 * t));
  return [
    (lit[0] + glow * SUN[0]) * level * warm[0],
    (lit[1] + glow * SUN[1]) * level,
    (lit[2] + glow * SUN[2]) * level * warm[2],
  ];
}

function skyAndWater(random: Random, e: Evening): Layer {
  const clouds = createNoise(random);
  const ripples = createNoise(random);
  const cloudAt = (x: number, y: number): number =>
    0.6 * smoothstep(-0.1, 0.75, clouds(x * 1.5 + 4 + 0.3 * clouds(y * 3, x * 2), y * 5));
  return new Layer().fill((px, y) => {
    const x = e.mirror(px);
    if (y < e.shore) return skyColour(e, x, y, cloudAt(x, y));
    // Water mirrors the sky above the shore; ripples draw it long and darken towards the viewer.
    const depth = y - e.shore;
    const ripple =
      0.6 * ripples((x * 9) / (0.3 + depth * 2), (depth * 130) / (0.4 + depth * 3)) +
      0.4 * ripples((x * 4) / (0.3 + depth) + 30, (depth * 45) / (0.5 + depth * 2));
    const mirrored = skyColour(e, x + 0.02 * ripple, Math.max(0.05, e.shore - depth * 0.85 - 0.05 * ripple), 0);
    const level = (0.62 - 0.32 * Math.min(1, depth / 0.5)) * (1 + 0.2 * ripple);
    const path = Math.exp(-(((x - e.sunX) / (0.05 + 0.16 * depth)) ** 2));
    const body: Colour = [0.03 * e.level, 0.05 * e.level, 0.065 * e.level];
    return mix(body, mix(times(mirrored, level), [1.3, 0.78, 0.32], 0.42 * path), 0.92);
  });
}

/** Two ranges of hills; the nearer one is darker, and haze takes the colour of the sky beside the sun. */
function hills(random: Random, e: Evening): Layer {
  const layer = new Layer();
  for (const [range, high] of [
    [0, between(random, 0.11, 0.16)],
    [1, between(random, 0.05, 0.08)],
  ] as const) {
    const ridge = createNoise(random);
    const woods = createNoise(random);
    layer.fill((px, y) => {
      const x = e.mirror(px);
      const top = e.shore - high * (0.7 + 0.75 * ridge(x * (1.6 + range), 0.5)) - 0.012 * range * woods(x * 26, 2);
      if (y < top || y > e.shore + 0.006) return null;
      const towardsSun = Math.exp(-((x - e.sunX) ** 2) * 5);
      const far: Colour = mix([0.22, 0.2, 0.22], [0.8, 0.44, 0.18], 0.3 + 0.55 * towardsSun);
      const near: Colour = mix([0.06, 0.062, 0.058], [0.42, 0.21, 0.075], 0.1 + 0.6 * towardsSun);
      const c = times(range ? near : far, e.level * (1 + 0.22 * woods(x * 22, y * 30)));
      return [c[0] * e.warm[0], c[1], c[2] * e.warm[2]];
    });
  }
  return layer;
}

/** The sun on the ripples: a path of sparks that widens towards the viewer. */
function glitter(random: Random, e: Evening): Layer {
  const layer = new Layer();
  for (let i = 0; i < 120; i++) {
    const depth = random() ** 1.7 * 0.5;
    const spread = (0.035 + depth * 0.42) * (random() + random() + random() - 1.5);
    const y = e.shore + 0.012 + depth;
    const size = 0.0022 + 0.004 * depth * random();
    layer.ellipse(
      e.mirror(e.sunX + spread),
      y,
      size * 1.6,
      size,
      times(SUN, between(random, 6, 34) * (0.6 + depth)),
      0.6,
    );
  }
  return layer;
}

/** Trees on a spit of land on the shaded side, and their dark mirror image. */
function farTrees(random: Random, e: Evening): Layer {
  const layer = new Layer();
  const length = between(random, 0.3, 0.42);
  for (let i = 0; i < 13; i++) {
    const x = -0.08 + (length * i) / 12 + between(random, -0.02, 0.02);
    const height = (0.24 - 0.014 * i) * between(random, 0.75, 1.25);
    const shade: Colour = times([0.045, 0.05, 0.028], e.level);
    const sun: Colour = times([0.3 * e.warm[0], 0.19, 0.04], e.level);
    const shared = {
      x: e.mirror(x),
      width: between(random, 0.045, 0.075),
      shade,
      towards: [e.mirror(1) > 0.5 ? 0.9 : -0.9, -0.3] as const,
      clumps: 44,
    };
    paintCrown(layer, random, { ...shared, y: e.shore - height * 0.45, height: height * 0.55, sun });
    paintCrown(layer, random, {
      ...shared,
      y: e.shore + height * 0.34,
      height: height * 0.42,
      sun: times(shade, 1.6),
      clumps: 26,
    });
  }
  return layer;
}

/** A branch that hangs into the picture on the sun's side and grasses below: closest, so the softest. */
function nearLeaves(random: Random, e: Evening): Layer {
  const layer = new Layer();
  const gold: Colour = times([0.5 * e.warm[0], 0.3, 0.05], e.level);
  const olive: Colour = times([0.03, 0.028, 0.01], e.level);
  const towards = [0, 0.5] as const;
  for (let i = 0; i < 13; i++) {
    const x = between(random, 0.62, 1.12);
    paintCrown(layer, random, {
      x: e.mirror(x),
      y: between(random, -0.14, 0.06) + 0.12 * Math.max(0, x - 0.8),
      width: between(random, 0.1, 0.18),
      height: between(random, 0.07, 0.13),
      shade: olive,
      sun: gold,
      towards,
      clumps: 46,
    });
  }
  for (let i = 0; i < 8; i++) {
    const x = between(random, -0.12, 0.1);
    paintCrown(layer, random, {
      x: e.mirror(x),
      y: between(random, -0.1, 0.22),
      width: between(random, 0.09, 0.15),
      height: between(random, 0.08, 0.15),
      shade: olive,
      sun: times(gold, 0.6),
      towards,
      clumps: 44,
    });
  }
  paintSkyHoles(layer, random, 14, () => [e.mirror(between(random, 0.7, 1.05)), between(random, -0.03, 0.15)], [
    5 * e.warm[0],
    3.1,
    1.2,
  ]);
  for (let i = 0; i < 110; i++) {
    const x = between(random, -0.1, 1.1);
    const tip = between(random, 1.06, 1.26);
    const bend = between(random, -0.06, 0.06);
    const light = 0.25 + 1.1 * random() * Math.exp(-((x - e.sunX) ** 2) * 2.5);
    layer.polygon(
      [
        [e.mirror(x - 0.006), 1.4],
        [e.mirror(x + bend), tip],
        [e.mirror(x + 0.006), 1.4],
      ],
      mix(olive, times(gold, 0.6), light * 0.5),
    );
  }
  return layer;
}

export const goldenLake: Scene = {
  key: 'golden-lake',
  light: {
    key: 0.5,
    keyTint: [1.085, 1, 0.85],
    fillTint: [1.02, 1, 0.955],
    stops: 0,
    wrap: 0.2,
    rim: 0.34,
    rimSided: 0.8,
    shadow: 0,
    vignette: 0.1,
    contrast: 0.24,
    saturation: 0.98,
    grain: 0.006,
  },
  paint,
};
