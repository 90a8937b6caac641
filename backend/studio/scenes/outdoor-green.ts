import { between, type Random } from '../core/raster/random.js';
import { clamp, smoothstep } from '../core/raster/numbers.js';
import { DepthView, EDGES, PORTRAIT_LENS } from './depth.js';
import { mix, times, type Colour, type Corner, type Painting } from './layer.js';
import { paintLeaf, paintLeaves, type LeafLight } from './leaves.js';
import { roughFrom } from './rough.js';
import type { Scene, SceneVariation } from './scene.js';

const HAZE: Colour = [0.56, 0.64, 0.66];
const SHADE: Colour = [0.03, 0.05, 0.026];
const SUN: Colour = [0.34, 0.43, 0.12];

interface Park {
  view: DepthView;
  random: Random;
  level: number;
  warm: Colour;
  /** Height of the sun over the trees, 0 low to 1 high: low light comes through the leaves, high light lies on them. */
  high: number;
}

/** A meadow in a park, trees at its end and beside it, the sun behind them. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const view = new DepthView(
    { lens: { ...PORTRAIT_LENS, aperture: 1.6 }, height: 1.45, horizon: between(random, 0.54, 0.62), side },
    [3.2, 6.5, 13, 60],
  );
  const park: Park = {
    view,
    random,
    level: 2 ** (0.3 * tone),
    warm: [1 + 0.07 * warmth, 1, 1 - 0.09 * warmth],
    high: random(),
  };
  paintSky(park);
  paintWood(park);
  paintMeadow(park);
  paintTrees(park);
  paintNearTwigs(park);
  return view.paint();
}

const lit = ({ level, warm }: Park, c: Colour, f = 1): Colour => [
  c[0] * warm[0] * level * f,
  c[1] * level * f,
  c[2] * warm[2] * level * f,
];

/** What is far away loses its contrast to the air before it. */
const hazy = (c: Colour, metres: number): Colour => mix(HAZE, c, Math.exp(-metres / 210));

function leafLight(park: Park, metres: number, sunlit: number): LeafLight {
  const low = 1 - park.high;
  return {
    shade: lit(park, hazy(SHADE, metres)),
    sun: lit(park, hazy(mix(SUN, [0.46, 0.46, 0.1], low * 0.6), metres), sunlit),
    towards: [0.55 * park.view.from.side, -0.5 - 0.4 * park.high],
    glints: metres > 40 ? 0.004 * sunlit : 0.008 * sunlit,
    glint: lit(park, [11, 11, 8]),
  };
}

function paintSky(park: Park): void {
  const { view, random } = park;
  const cloud = roughFrom(random);
  const sunX = view.see(between(random, 4, 12), 0, 60)[0];
  view.at(60).fill((x, y) => {
    const near = Math.exp(-((x - sunX) ** 2) * 5 - (y - 0.05) ** 2 * 4);
    const white = clamp(0.5 + 0.9 * cloud(x * 2, y * 3), 0, 1);
    return lit(park, mix([1.25, 1.5, 1.75], [2.2, 2.2, 2.1], clamp(white * 0.6 + near, 0, 1)), 1 + 1.5 * near);
  });
}

/** The trees at the end of the meadow: crown before crown, the farther the paler, sky between them. */
function paintWood(park: Park): void {
  const { view, random } = park;
  const layer = view.at(60);
  const treeline = between(random, 7, 13);
  const rows = [110, 62] as const;
  for (const metres of rows) {
    const size = view.size(metres);
    for (let x = EDGES.left - 0.1; x < EDGES.right + 0.1;) {
      const wide = between(random, 2.2, 4.6) * size;
      const tall = treeline * between(random, 0.75, 1.35) * (metres / 75);
      const [, foot] = view.see(0, 0, metres);
      const height = (tall * size) / 2;
      paintLeaves(
        random,
        layer,
        {
          x,
          y: foot - height,
          width: wide,
          height: height * 1.05,
          tuft: 0.6 * size,
          gaps: between(random, 0.35, 0.85),
        },
        leafLight(park, metres, between(random, 0.6, 1.4)),
      );
      x += wide * between(random, 0.5, 1.1);
    }
    // Undergrowth closes the view below the crowns.
    for (let x = EDGES.left; x < EDGES.right; x += 2.2 * size)
      paintLeaves(
        random,
        layer,
        {
          x,
          y: view.see(0, 1, metres)[1],
          width: 2.4 * size,
          height: between(random, 1.2, 2.6) * size,
          tuft: 0.5 * size,
          gaps: 0,
        },
        leafLight(park, metres, between(random, 0.25, 0.7)),
      );
  }
}

/** Grass with patches of sun, long shadows of the trees across it, and in some parks a path of pale gravel. */
function paintMeadow(park: Park): void {
  const { view, random } = park;
  const shadow = roughFrom(random);
  const growth = roughFrom(random);
  const sunny = between(random, -0.2, 0.12);
  const path =
    random() < 0.55
      ? { at: between(random, -1.5, 3), bend: between(random, -0.06, 0.06), half: between(random, 0.8, 1.4) }
      : null;
  view.level(0, 5.5, 64, (x, z) => {
    const sun = smoothstep(-0.12, 0.25, shadow(x * 0.3 + z * 0.05, z * 0.2) + sunny);
    const tuft = growth(x * 3.2, z * 1.1);
    const dry = 0.5 + 0.5 * growth(x * 0.5 + 9, z * 0.2);
    const grass = mix(
      mix([0.1, 0.155, 0.06], [0.14, 0.16, 0.07], dry),
      mix([0.4, 0.47, 0.15], [0.5, 0.48, 0.2], dry),
      sun,
    );
    let ground = times(grass, 1 + 0.35 * tuft + 0.25 * (random() - 0.5));
    if (path) {
      const off = Math.abs(x - path.at - path.bend * z - 0.5 * Math.sin(z * 0.14)) + 0.25 * tuft;
      const gravel = mix([0.2, 0.195, 0.18], [0.72, 0.66, 0.55], sun);
      ground = mix(gravel, ground, smoothstep(path.half - 0.25, path.half + 0.15, off));
    }
    return lit(park, hazy(ground, z));
  });
}

/** Trees that stand in the meadow, with their boughs over the picture. */
function paintTrees(park: Park): void {
  const { view, random } = park;
  const count = 3 + Math.floor(random() * 4);
  const distances = Array.from({ length: count }, () => 9 + 28 * random() ** 1.3).sort((a, b) => b - a);
  for (const metres of distances) {
    const half = 0.5 / view.size(metres);
    // Never behind the head.
    const x = (random() < 0.5 ? -1 : 1) * half * between(random, 0.56, 1.15);
    paintTrunk(park, x, metres);
    paintBoughs(park, x, metres);
  }
}

function paintTrunk(park: Park, x: number, metres: number): void {
  const { view, random } = park;
  const bark = roughFrom(random);
  const layer = view.at(metres);
  const thick = between(random, 0.1, 0.21);
  const lean = between(random, -0.05, 0.05);
  const colour = hazy(mix([0.085, 0.066, 0.05], [0.15, 0.13, 0.11], random()), metres);
  const steps = 18;
  const top = view.up(EDGES.top, metres) + 0.5;
  const centre = (y: number): number => x + lean * y + 0.1 * bark(y * 0.45, 3);
  const radius = (y: number): number =>
    thick * (1 - 0.045 * y + 0.9 * Math.exp(-y * 3.2)) * (1 + 0.16 * bark(y * 1.3, 8));
  const left: Corner[] = [];
  const right: Corner[] = [];
  for (let i = 0; i <= steps; i++) {
    const y = (top * i) / steps;
    left.push(view.see(centre(y) - radius(y), y, metres));
    right.unshift(view.see(centre(y) + radius(y), y, metres));
  }
  const dapple = roughFrom(random);
  layer.polygon([...left, ...right], (px, py) => {
    const y = view.up(py, metres);
    const around = clamp((view.across(px, metres) - centre(y)) / radius(y), -1, 1);
    const furrow = 1 + 0.5 * bark(around * 5, y * 2.2);
    const sun = smoothstep(0, 0.35, dapple(around * 2, y * 1.4)) * Math.max(0, 0.35 + around);
    return lit(park, colour, furrow * (0.55 + 0.5 * Math.max(0, around) + 3.2 * sun));
  });
  // Grass stands before its foot, and it shades the ground beside it.
  const [fx, fy] = view.see(x, 0, metres);
  const s = view.size(metres);
  for (let blade = 0; blade < 60; blade++) {
    const bx = fx + between(random, -2.4, 2.4) * thick * s;
    const tall = between(random, 0.06, 0.22) * s;
    layer.polygon(
      [
        [bx - 0.02 * s, fy + 0.03 * s],
        [bx + between(random, -0.05, 0.05) * s, fy - tall],
        [bx + 0.02 * s, fy + 0.03 * s],
      ],
      lit(park, hazy([0.14, 0.2, 0.07], metres), between(random, 0.6, 1.6)),
    );
  }
}

function paintBoughs(park: Park, x: number, metres: number): void {
  const { view, random } = park;
  const size = view.size(metres);
  const top = view.up(EDGES.top, metres);
  const layer = view.at(metres);
  const sprays = 5 + Math.floor(random() * 5);
  for (let i = 0; i < sprays; i++) {
    const [cx, cy] = view.see(
      x + between(random, -2.4, 2.4),
      top - between(random, -0.5, 0.75) * Math.min(2, 0.32 / size),
      metres,
    );
    paintLeaves(
      random,
      layer,
      {
        x: cx,
        y: cy,
        width: between(random, 0.4, 1.1) * size,
        height: between(random, 0.25, 0.6) * size,
        tuft: 0.16 * size,
        gaps: between(random, 0.5, 0.85),
      },
      leafLight(park, metres, between(random, 0.5, 1.15)),
    );
  }
}

/** A twig or two that hang into the picture near the person: single leaves. */
function paintNearTwigs(park: Park): void {
  const { view, random } = park;
  const twigs = Math.floor(random() * 3);
  for (let twig = 0; twig < twigs; twig++) {
    const metres = between(random, 2.9, 3.6);
    const layer = view.at(metres);
    const size = view.size(metres);
    const edge = random() < 0.5 ? -1 : 1;
    let x = 0.5 + edge * 0.6;
    let y = between(random, -0.1, 0.5);
    let angle = (edge > 0 ? Math.PI : 0) + between(random, -0.4, 0.7);
    const length = between(random, 0.2, 0.34);
    for (let i = 0; i < 13; i++) {
      const from: Corner = [x, y];
      x += (Math.cos(angle) * length) / 13;
      y += (Math.sin(angle) * length) / 13;
      angle += between(random, -0.16, 0.16);
      layer.polygon(
        [from, [x, y], [x + 0.004, y + 0.004], [from[0] + 0.004, from[1] + 0.005]],
        lit(park, [0.06, 0.05, 0.035]),
      );
      for (const way of [-1, 1]) {
        const light = random();
        paintLeaf(
          layer,
          [x, y],
          between(random, 0.045, 0.085) * size,
          angle + way * between(random, 0.4, 1.2),
          lit(park, mix([0.055, 0.085, 0.035], [0.38, 0.46, 0.12], light ** 1.6)),
        );
      }
    }
  }
}

export const outdoorGreen: Scene = {
  key: 'outdoor-green',
  light: {
    key: 0.42,
    keyTint: [1.03, 1, 0.95],
    fillTint: [0.985, 1.01, 0.985],
    stops: 0.04,
    wrap: 0.17,
    rim: 0.25,
    rimSided: 0.5,
    shadow: 0,
    vignette: 0.1,
    contrast: 0.2,
    saturation: 0.92,
    grain: 0.006,
  },
  paint,
};
