import { between, pick, type Random } from '../core/raster/random.js';
import { clamp, smoothstep } from '../core/raster/numbers.js';
import { DepthView, PORTRAIT_LENS } from './depth.js';
import { mix, times, type Colour, type Painting } from './layer.js';
import { rough, roughFrom } from './rough.js';
import type { Scene, SceneVariation } from './scene.js';

const BRASS: Colour = [0.5, 0.34, 0.13];
const LAMP: Colour = [1, 0.7, 0.4];

const SPINES: readonly Colour[] = [
  [0.17, 0.075, 0.045],
  [0.13, 0.045, 0.035],
  [0.075, 0.085, 0.055],
  [0.06, 0.065, 0.08],
  [0.26, 0.2, 0.13],
  [0.11, 0.075, 0.05],
  [0.3, 0.26, 0.19],
];

interface Corner {
  view: DepthView;
  random: Random;
  level: number;
  warm: Colour;
  /** Distance of the wall behind the person, and x where the side wall with the window or the door leads away from it. */
  wall: number;
  green: Colour;
  /** Where the lamps are, in metres. */
  lamps: readonly { x: number; y: number; z: number; reach: number }[];
}

/** The corner of a library: walls panelled and painted a deep green, a shelf, brass lamps. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const view = new DepthView(
    { lens: { ...PORTRAIT_LENS, aperture: 1.6 }, height: 1.45, horizon: between(random, 0.52, 0.6), side },
    [5, 4, 3.2],
  );
  const wall = between(random, 4.3, 5);
  const half = 0.5 / view.size(wall);
  const tableLamp = random() < 0.6;
  const lampX = half * between(random, 0.62, 0.9);
  const corner: Corner = {
    view,
    random,
    level: 2 ** (0.4 * tone),
    warm: [1 + 0.05 * warmth, 1, 1 - 0.08 * warmth],
    wall,
    green: mix([0.047, 0.079, 0.06], [0.066, 0.09, 0.058], random()),
    lamps: tableLamp
      ? [{ x: lampX * 0.85, y: between(random, 1.2, 1.4), z: 3.7, reach: 0.75 }]
      : [{ x: lampX, y: between(random, 1.72, 1.95), z: wall - 0.15, reach: 0.6 }],
  };
  paintWall(corner);
  paintShelf(corner);
  if (tableLamp && random() < 0.6) paintPicture(corner);
  for (const lamp of corner.lamps) (tableLamp ? paintTableLamp : paintWallLamp)(corner, lamp);
  if (random() < 0.6) paintArmchair(corner);
  return view.paint();
}

/** Light of the lamps and of a far window at a place on or before the wall. */
function lightAt({ lamps, level, warm }: Corner, x: number, y: number): Colour {
  let lamp = 0;
  for (const { x: lx, y: ly, reach } of lamps)
    lamp += 1.5 / (1 + ((x - lx) ** 2 + (y - ly) ** 2 * 0.8) / (0.12 * reach)) ** 1.15;
  const room = 0.62 + 0.22 * clamp(x, -1, 1) - 0.1 * clamp(1 - y, 0, 1);
  return [(room + 1.25 * lamp) * warm[0] * level, (room + lamp) * level, (room * 1.02 + 0.66 * lamp) * warm[2] * level];
}

function litAt(corner: Corner, c: Colour, x: number, y: number, f = 1): Colour {
  const light = lightAt(corner, x, y);
  return [c[0] * light[0] * f, c[1] * light[1] * f, c[2] * light[2] * f];
}

/** A colour for panels at this distance, lit where it lies. */
const litPanel =
  (corner: Corner, c: Colour, z: number, f = 1) =>
  (px: number, py: number): Colour =>
    litAt(corner, c, corner.view.across(px, z), corner.view.up(py, z), f);

/** Painted panelling: fields in frames of moulding, a rail at the height of chairs, a skirting. */
function paintWall(corner: Corner): void {
  const { view, random, wall, green } = corner;
  const brushed = roughFrom(random);
  const field = between(random, 0.5, 0.72);
  const shift = random() * field;
  const rail = between(random, 0.85, 1);
  view.at(wall).fill((px, py) => {
    const x = view.across(px, wall);
    const y = view.up(py, wall);
    let f = 1 + 0.07 * brushed(x * 3, y * 1.2) + 0.05 * brushed(x * 12, y * 2);
    const u = ((x + shift + 20 * field) % field) / field;
    const [low, high] = y < rail ? [0.2, rail - 0.12] : [rail + 0.14, 2.5];
    // A moulding catches the light from above on its lower edge and from the lamp's side on the other one.
    const across = Math.min(Math.abs(u - 0.13), Math.abs(u - 0.87)) * field;
    const upright = Math.min(Math.abs(y - low), Math.abs(y - high));
    const insideX = u > 0.11 && u < 0.89;
    const insideY = y > low - 0.02 && y < high + 0.02;
    if (across < 0.022 && insideY) f *= u > 0.5 ? 0.5 : 1.75;
    else if (upright < 0.022 && insideX) f *= Math.abs(y - low) < 0.022 ? 1.8 : 0.5;
    if (y < rail && y > rail - 0.06) f *= y > rail - 0.025 ? 2 : 0.6;
    return litAt(corner, green, x, y, f);
  });
}

/** Shelves let into the wall on the shaded side, painted like it, with books and a few things. */
function paintShelf(corner: Corner): void {
  const { view, random, wall, green } = corner;
  const half = 0.5 / view.size(wall);
  const to = -half * between(random, 0.36, 0.6);
  const from = -half * 1.5;
  const z = wall - 0.05;
  view.panel([from, to], [0.4, 2.6], z, litPanel(corner, green, z, 0.34));
  const rise = between(random, 0.3, 0.38);
  for (let y = 0.46; y < 2.5; y += rise) {
    for (let x = from; x < to - 0.05;) {
      if (random() < 0.14) {
        x += between(random, 0.06, 0.22);
        continue;
      }
      const run = 1 + Math.floor(random() * 7);
      const spine = pick(random, SPINES);
      const tall = rise * between(random, 0.62, 0.85);
      const thick = between(random, 0.022, 0.045);
      for (let k = 0; k < run && x < to - 0.03; k++, x += thick) {
        view.panel(
          [x, x + thick * 0.92],
          [y, y + tall * between(random, 0.94, 1.04)],
          z,
          litPanel(corner, spine, z, between(random, 0.8, 1.2)),
        );
        if (random() < 0.25)
          view.panel(
            [x, x + thick * 0.9],
            [y + tall * 0.75, y + tall * 0.79],
            z,
            litPanel(corner, [0.5, 0.36, 0.15], z, 1.2),
          );
      }
    }
    view.panel([from, to], [y - 0.035, y], z, litPanel(corner, green, z, 1.25));
    view.panel([from, to], [y - 0.06, y - 0.035], z, litPanel(corner, green, z, 0.25));
  }
  view.panel([to - 0.01, to + 0.06], [0.3, 2.7], z, litPanel(corner, green, z, 1.35));
  view.panel([to + 0.06, to + 0.075], [0.3, 2.7], z, litPanel(corner, green, z, 0.5));
}

/** A small landscape in a gilt frame, high enough not to stand beside the face. */
function paintPicture(corner: Corner): void {
  const { view, random, wall } = corner;
  const half = 0.5 / view.size(wall);
  const x = half * between(random, 0.5, 0.7);
  const y = between(random, 1.6, 1.75);
  const [wide, tall] = [between(random, 0.38, 0.5), between(random, 0.28, 0.36)];
  view.panel([x - 0.035, x + wide + 0.035], [y - 0.035, y + tall + 0.035], wall, litPanel(corner, BRASS, wall, 0.75));
  view.panel([x, x + wide], [y, y + tall], wall, (px, py) => {
    const high = (view.up(py, wall) - y) / tall;
    const land = smoothstep(0.38, 0.5, high + 0.2 * rough(px * 20, 4));
    const c = mix([0.07, 0.075, 0.04], [0.34, 0.33, 0.28], land);
    return litAt(corner, times(c, 1 + 0.4 * rough(px * 40, py * 50)), view.across(px, wall), view.up(py, wall));
  });
}

type LampPlace = Corner['lamps'][number];

/** A brass arm with a shade of linen. */
function paintWallLamp(corner: Corner, { x, y, z }: LampPlace): void {
  const { view, level, warm } = corner;
  view.panel([x - 0.012, x + 0.012], [y - 0.3, y], z, litPanel(corner, BRASS, z, 1.1));
  view.panel([x - 0.045, x + 0.045], [y - 0.36, y - 0.24], z, litPanel(corner, BRASS, z, 0.9));
  paintShade(corner, x, y, z, 0.1, level, warm);
}

/** A brass lamp on a side table. */
function paintTableLamp(corner: Corner, { x, y, z }: LampPlace): void {
  const { view, level, warm } = corner;
  const table = y - 0.48;
  view.panel([x - 0.4, x + 0.4], [table - 0.05, table], z, litPanel(corner, [0.24, 0.14, 0.075], z, 1.2));
  view.panel([x - 0.38, x + 0.38], [table - 0.16, table - 0.05], z, litPanel(corner, [0.13, 0.075, 0.04], z));
  view.panel([x - 0.014, x + 0.014], [table, y], z, litPanel(corner, BRASS, z, 1.1));
  const [bx, by] = view.see(x, table + 0.13, z);
  const s = view.size(z);
  view.at(z).ellipse(bx, by, 0.06 * s, 0.11 * s, litAt(corner, BRASS, x, table + 0.2, 0.45));
  view.at(z).ellipse(bx + view.from.side * -0.02 * s, by - 0.04 * s, 0.012 * s, 0.03 * s, [3.4, 2.5, 1.3]);
  paintShade(corner, x, y + 0.04, z, 0.17, level, warm);
  for (let book = 0; book < 3; book++)
    view.panel(
      [x - 0.34, x - 0.12 - 0.02 * book],
      [table + book * 0.035, table + 0.03 + book * 0.035],
      z,
      litPanel(corner, SPINES[book * 2]!, z, 1.1),
    );
}

/** Linen before a bulb: brightest where the bulb is, with light falling out above and below. */
function paintShade(
  { view }: Corner,
  x: number,
  y: number,
  z: number,
  half: number,
  level: number,
  warm: Colour,
): void {
  const corners = [
    view.see(x - half * 0.62, y + half, z),
    view.see(x + half * 0.62, y + half, z),
    view.see(x + half, y - half, z),
    view.see(x - half, y - half, z),
  ];
  view.at(z).polygon(corners, (px, py) => {
    const bulb = Math.exp(
      -(((view.across(px, z) - x) / half) ** 2) * 1.3 - ((view.up(py, z) - y + half * 0.1) / half) ** 2,
    );
    const v = (0.75 + 2.3 * bulb) * level;
    return [v * LAMP[0] * 1.1 * warm[0], v * LAMP[1], v * LAMP[2] * warm[2]];
  });
}

/** The back of a leather armchair at the lower edge, on the shaded side. */
function paintArmchair(corner: Corner): void {
  const { view, random } = corner;
  const z = 3.4;
  const half = 0.5 / view.size(z);
  const x = -half * between(random, 0.6, 0.95);
  const top = between(random, 0.86, 1);
  const leather = pick<Colour>(random, [
    [0.2, 0.09, 0.045],
    [0.13, 0.06, 0.035],
    [0.07, 0.045, 0.035],
  ]);
  const steps = 40;
  for (let i = 0; i < steps; i++) {
    const t = (i + 0.5) / steps;
    const cx = x + (t - 0.5) * 0.72;
    const y = top - 0.13 * Math.abs(2 * t - 1) ** 5;
    view.panel([cx - 0.011, cx + 0.011], [0, y], z, (_, py) => {
      const down = y - view.up(py, z);
      const tufts = 1 + 0.3 * Math.cos(t * 32) * Math.cos(down * 30);
      return litAt(corner, leather, cx, y - down, (0.55 + 1.3 * Math.exp(-down * 22)) * tufts);
    });
  }
}

export const libraryGreen: Scene = {
  key: 'library-green',
  light: {
    key: 0.54,
    keyTint: [1.035, 1, 0.94],
    fillTint: [0.99, 1.005, 0.985],
    stops: -0.04,
    wrap: 0.13,
    rim: 0.16,
    rimSided: 0.5,
    shadow: 0,
    vignette: 0.15,
    contrast: 0.24,
    saturation: 0.95,
    grain: 0.007,
  },
  paint,
};
