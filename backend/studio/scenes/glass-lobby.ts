import { between, pick, type Random } from '../core/raster/random.js';
import { clamp } from '../core/raster/numbers.js';
import { DepthView, EDGES, PORTRAIT_LENS } from './depth.js';
import { mix, times, type Colour, type Painting } from './layer.js';
import { paintLeaves } from './leaves.js';
import { paintGroundShadow, paintPottedPlant } from './potted-plant.js';
import { roughFrom } from './rough.js';
import type { Scene, SceneVariation } from './scene.js';

/** Distance of the glass front in metres, and of what stands before and behind it. */
const SLICES = [40, 17, 9, 5] as const;

interface Hall {
  view: DepthView;
  random: Random;
  level: number;
  warm: Colour;
  /** Distance of the glass front. */
  front: number;
  /** x of the clad side wall, which faces the light; the hall lies on its light side. */
  wall: number;
  storey: number;
  cladding: Colour;
  /** Width of a pane. */
  pane: number;
}

/** The hall of a modern building: a high glass front at its end, a clad wall with a gallery beside it, a polished floor. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const view = new DepthView({ lens: PORTRAIT_LENS, height: 1.45, horizon: between(random, 0.56, 0.63), side }, SLICES);
  const hall: Hall = {
    view,
    random,
    level: 2 ** (0.28 * tone),
    warm: [1 + 0.05 * warmth, 1, 1 - 0.07 * warmth],
    front: between(random, 15, 19),
    wall: between(random, -1.5, -0.75),
    storey: between(random, 3.2, 3.9),
    cladding: pick<Colour>(random, [
      [0.31, 0.235, 0.17],
      [0.22, 0.165, 0.12],
      [0.46, 0.445, 0.42],
      [0.39, 0.33, 0.265],
    ]),
    pane: between(random, 1.25, 1.9),
  };
  paintOutside(hall);
  paintFloor(hall);
  paintFront(hall);
  paintWall(hall);
  paintCeiling(hall);
  paintFurniture(hall);
  return view.paint();
}

const lit = ({ level, warm }: Hall, c: Colour, f = 1): Colour => [
  c[0] * warm[0] * level * f,
  c[1] * level * f,
  c[2] * warm[2] * level * f,
];

/** Sky, the building across the square and its trees, brighter than anything inside. */
function paintOutside(hall: Hall): void {
  const { view, random } = hall;
  const layer = view.at(40);
  const cloud = roughFrom(random);
  layer.fill((x, y) => {
    const white = clamp(0.45 + 0.8 * cloud(x * 2, y * 3.5) + 0.5 * y, 0, 1);
    return lit(hall, mix([1.0, 1.25, 1.55], [1.75, 1.75, 1.72], white));
  });
  for (let x = between(random, -9, -5); x < 12;) {
    const wide = between(random, 5, 11);
    const z = between(random, 38, 60);
    const tall = between(random, 5, 15);
    const stone = mix([0.5, 0.53, 0.58], [0.82, 0.76, 0.66], random());
    view.panel([x, x + wide], [0, tall], z, lit(hall, stone, between(random, 0.85, 1.2)));
    const bay = between(random, 1.3, 2.1);
    for (let wx = x + 0.5; wx < x + wide - 0.8; wx += bay) {
      for (let wy = 0.6; wy < tall - 1; wy += 3.1) {
        const glass = mix([0.2, 0.25, 0.31], [0.8, 0.95, 1.15], random() ** 2);
        view.panel([wx, wx + bay * 0.55], [wy, wy + 1.9], z, lit(hall, glass));
      }
    }
    x += wide + (random() < 0.35 ? between(random, 2, 6) : between(random, -0.5, 0.5));
  }
  view.panel([-20, 20], [-3, 0.25], 38, lit(hall, [0.62, 0.62, 0.6]));
  const trees = 2 + Math.floor(random() * 4);
  for (let i = 0; i < trees; i++) {
    const z = between(random, 23, 34);
    const size = view.size(z);
    const x = between(random, -4, 5);
    const crown = between(random, 2.8, 4.4);
    view.panel([x - 0.1, x + 0.1], [0, crown], z, lit(hall, [0.14, 0.13, 0.11]));
    for (let k = 0; k < 4; k++) {
      const [cx, cy] = view.see(x + between(random, -1, 1), crown + between(random, -0.7, 1.6), z);
      paintLeaves(
        random,
        layer,
        {
          x: cx,
          y: cy,
          width: between(random, 0.8, 1.4) * size,
          height: between(random, 0.6, 1.1) * size,
          tuft: 0.35 * size,
          gaps: 0.6,
        },
        {
          shade: lit(hall, [0.14, 0.18, 0.115]),
          sun: lit(hall, [0.46, 0.52, 0.28]),
          towards: [0.4 * view.from.side, -0.7],
          glints: 0.004,
          glint: lit(hall, [9, 9, 8]),
        },
      );
    }
  }
  // Cars and windows send back the sun here and there.
  for (let i = 0; i < 5; i++) {
    const [x, y] = view.see(between(random, -5, 6), between(random, 0.4, 3), 40);
    layer.ellipse(x, y, 0.003, 0.003, lit(hall, [1, 0.98, 0.93], between(random, 5, 40)));
  }
}

/** The mullions and transoms of the front, and what the panes mirror. */
function paintFront(hall: Hall): void {
  const { view, random, front, pane, storey } = hall;
  const high = view.up(EDGES.top, front) + 1;
  const edge = view.across(view.from.side > 0 ? EDGES.right : EDGES.left, front) + pane;
  const steel: Colour = [0.11, 0.118, 0.125];
  // Each pane mirrors the hall a little differently, and the upper ones are tinted.
  for (let x = hall.wall; x < edge; x += pane) {
    for (let y = 0; y < high; y += storey / 2)
      view.panel([x, x + pane], [y, y + storey / 2], front, lit(hall, [0.42, 0.49, 0.52]), between(random, 0.03, 0.3));
  }
  let i = 0;
  for (let x = hall.wall; x < edge; x += pane) {
    const half = i++ % 3 === 0 ? 0.09 : 0.045;
    view.panel([x - half, x + half], [0, high], front, (px) =>
      lit(hall, steel, 1 + 1.4 * clamp((view.across(px, front) - x) / half, -0.5, 1)),
    );
  }
  for (let y = storey; y < high; y += storey) view.panel([-20, edge], [y, y + 0.32], front, lit(hall, steel, 1.5));
  for (let y = storey / 2 + 0.4; y < high; y += storey) view.panel([-20, edge], [y, y + 0.07], front, lit(hall, steel));
  view.panel([-20, edge], [0, 0.18], front, lit(hall, steel, 0.7));
}

/** Polished stone in large slabs: the flatter one looks at it, the more of the bright front it shows upside down. */
function paintFloor(hall: Hall): void {
  const { view, random, front, pane, wall } = hall;
  const cloudy = roughFrom(random);
  const uneven = roughFrom(random);
  const stone = mix([0.3, 0.295, 0.285], [0.5, 0.485, 0.46], random());
  const slab = between(random, 0.9, 1.5);
  const end = view.see(0, 0, front)[1];
  view.level(0, 4.5, front, (x, z, px, py) => {
    const joint = ((x + 40 * slab) / slab) % 1 < 0.024 || (z / slab) % 1 < 0.03;
    const dim = (0.62 + 0.5 * clamp((z - 5) / 12, 0, 1)) * (1 + 0.16 * cloudy(x * 1.5, z * 0.9)) * (joint ? 0.7 : 1);
    const down = py - end;
    const atFront = view.across(px, front) + 0.5 * down * uneven(px * 4, py * 30);
    const post = ((atFront - wall + 0.1 + 50 * pane) % pane) / pane < 0.12;
    const bright = (post || atFront < wall ? 0.3 : 1) * (1.3 - 1.1 * down) * (1 + 0.25 * uneven(px * 6, py * 5));
    return lit(hall, mix(times(stone, dim), [bright, 1.02 * bright, 1.04 * bright], 0.14 + 0.6 * Math.exp(-10 / z)));
  });
}

/** The side wall: timber or stone panels with shadow gaps, a gallery with a glass balustrade and the lamps below it. */
function paintWall(hall: Hall): void {
  const { view, random, front, wall, storey, cladding } = hall;
  const grain = roughFrom(random);
  const board = between(random, 0.35, 1.1);
  const gallery = storey * between(random, 0.86, 1);
  const deep = 0.55;
  view.wall(wall, 2.6, front, (y, z) => {
    if (y < 0) return null;
    // Daylight comes from the far end and from the light side; the lamps under the gallery wash the wall.
    const day = 0.34 + 0.95 * Math.exp((z - front) / 5.5) + 0.06 * y;
    const along = (z / board + 40) % 1;
    const gap = along < 0.05 ? 0.35 : 1;
    const streak = 1 + 0.2 * grain(z * 0.8, y * 9) + 0.1 * grain(Math.floor(z / board) * 7.3, 2);
    if (y > gallery && y < gallery + deep)
      return lit(hall, [0.66, 0.66, 0.65], day * (y > gallery + deep - 0.05 ? 1.25 : 0.95));
    if (y > gallery + deep && y < gallery + deep + 1.05) {
      const rail = y > gallery + deep + 0.98;
      return lit(hall, rail ? [0.2, 0.2, 0.2] : mix([0.5, 0.56, 0.58], cladding, 0.45), day * (rail ? 1 : 0.95));
    }
    const under = y < gallery ? Math.exp(-(gallery - y) * 1.3) : 0;
    const foot = 0.7 + 0.3 * clamp(y / 0.6, 0, 1);
    const c = lit(hall, cladding, day * gap * streak * foot);
    const lamp = under * (0.3 + 0.7 * Math.abs(Math.cos(z * 1.5)));
    return [c[0] + cladding[0] * lamp * 1.1, c[1] + cladding[1] * lamp * 0.86, c[2] + cladding[2] * lamp * 0.62];
  });
  // The lamps themselves, set into the underside of the gallery.
  const step = between(random, 1.6, 2.4);
  for (let z = 3.4; z < front; z += step) {
    const [x, y] = view.see(wall + 0.35, gallery - 0.02, z);
    const r = 0.055 * view.size(z);
    view.at(z).ellipse(x, y, r, r * 0.5, [26, 20, 13]);
  }
}

/** A white ceiling far above, or none in sight. Round pillars carry it. */
function paintCeiling(hall: Hall): void {
  const { view, random, front, wall } = hall;
  const pillars = Math.floor(random() * 3);
  for (let i = 0; i < pillars; i++) {
    const z = between(random, 8, front - 1);
    const half = 0.5 / view.size(z);
    const x = Math.max(wall + 0.5, half * between(random, 0.55, 1) * (random() < 0.75 ? 1 : -1));
    const r = between(random, 0.16, 0.28);
    const high = view.up(EDGES.top, z) + 1;
    paintGroundShadow(view, x, z, r * 1.5);
    view.panel([x - r, x + r], [0, high], z, (px, py) => {
      const around = clamp((view.across(px, z) - x) / r, -1, 1);
      const y = view.up(py, z);
      return lit(
        hall,
        [0.62, 0.615, 0.6],
        0.4 + 0.75 * Math.max(0, 0.3 + 0.7 * around) + 0.2 * Math.max(0, -around) ** 4 + 0.12 * Math.exp(-y),
      );
    });
  }
}

/** A sofa or a counter, and a plant in a tub: what stands in halls. */
function paintFurniture(hall: Hall): void {
  const { view, random, front, wall } = hall;
  if (random() < 0.65) {
    const z = between(random, 8, 12);
    const x = between(random, 0.1, 0.9);
    const cloth = pick<Colour>(random, [
      [0.16, 0.18, 0.21],
      [0.24, 0.17, 0.12],
      [0.3, 0.29, 0.27],
      [0.13, 0.19, 0.18],
    ]);
    paintGroundShadow(view, x + 0.95, z, 1.1);
    view.panel([x, x + 1.9], [0.02, 0.12], z, lit(hall, [0.05, 0.05, 0.05]));
    view.panel([x, x + 1.9], [0.12, 0.44], z, lit(hall, cloth, 0.9));
    view.panel([x, x + 1.9], [0.44, 0.8], z, (_, py) =>
      lit(hall, cloth, 0.75 + 0.9 * clamp((view.up(py, z) - 0.6) / 0.2, 0, 1)),
    );
    for (const at of [x, x + 1.72]) view.panel([at, at + 0.18], [0.12, 0.62], z, lit(hall, cloth, 1.15));
  }
  const plants = 1 + Math.floor(random() * 2);
  for (let i = 0; i < plants; i++) {
    const z = between(random, 5.8, front - 4);
    const half = 0.5 / view.size(z);
    const x = i === 0 ? Math.max(wall + 0.5, -half * between(random, 0.6, 0.95)) : half * between(random, 0.65, 1);
    const daylight = 0.75 + 0.45 * (z / front);
    paintPottedPlant(view, random, {
      x,
      z,
      height: between(random, 1.2, 2),
      pot: pick<Colour>(random, [
        [0.3, 0.295, 0.285],
        [0.07, 0.07, 0.072],
        [0.5, 0.49, 0.46],
      ]),
      light: lit(hall, [1, 1, 1], daylight),
    });
  }
}

export const glassLobby: Scene = {
  key: 'glass-lobby',
  light: {
    key: 0.44,
    keyTint: [1.0, 1, 1.0],
    fillTint: [1.015, 1, 0.975],
    stops: 0.04,
    wrap: 0.2,
    rim: 0.12,
    rimSided: 0,
    shadow: 0,
    vignette: 0.06,
    contrast: 0.24,
    saturation: 0.98,
    grain: 0.006,
  },
  paint,
};
