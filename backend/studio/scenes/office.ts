import { between, pick, type Random } from '../core/raster/random.js';
import { clamp, smoothstep } from '../core/raster/numbers.js';
import { DepthView, EDGES, type Lens } from './depth.js';
import { mix, times, type Colour, type Layer, type Painting } from './layer.js';
import { paintLeaves } from './leaves.js';
import { paintGroundShadow, paintPottedPlant } from './potted-plant.js';
import { rough, roughFrom } from './rough.js';
import type { Scene, SceneVariation } from './scene.js';

/** Rooms are small: a little wider than for the open. */
const LENS: Lens = { focal: 58, aperture: 1.4, focus: 1.8 };
const CEILING = 2.85;

const SCREENS: readonly Colour[] = [
  [0.035, 0.037, 0.042],
  [0.3, 0.36, 0.45],
  [0.5, 0.52, 0.55],
];

/** Of similar brightness: strong patches in rows would look like a face to a detector, and busy to anybody. */
const FOLDERS: readonly Colour[] = [
  [0.44, 0.43, 0.41],
  [0.3, 0.31, 0.33],
  [0.22, 0.235, 0.26],
  [0.4, 0.34, 0.27],
  [0.5, 0.49, 0.47],
  [0.25, 0.27, 0.25],
];

interface Office {
  view: DepthView;
  random: Random;
  level: number;
  warm: Colour;
  /** x of the window front and distance of the back wall. */
  windows: number;
  back: number;
  /** What the back of the room is: more windows, a meeting room behind glass, or a wall with a shelf. */
  end: 'windows' | 'meeting room' | 'shelf';
  floor: Colour;
}

/** An open office: a window front on one side, desks before it, a meeting room, a shelf or more windows behind. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const view = new DepthView(
    { lens: LENS, height: 1.5, horizon: between(random, 0.58, 0.66), side },
    [26, 10.5, 7, 4.6],
  );
  const office: Office = {
    view,
    random,
    level: 2 ** (0.3 * tone),
    warm: [1 + 0.07 * warmth, 1, 1 - 0.09 * warmth],
    windows: between(random, 0.75, 1.25),
    back: between(random, 9, 12),
    end: pick(random, ['windows', 'meeting room', 'shelf'] as const),
    floor: pick<Colour>(random, [
      [0.25, 0.24, 0.23],
      [0.36, 0.28, 0.205],
      [0.19, 0.2, 0.215],
      [0.42, 0.36, 0.29],
    ]),
  };
  paintOutside(office);
  paintBack(office);
  paintFloor(office);
  paintCeiling(office);
  paintWindows(office);
  paintDesks(office);
  paintPlants(office);
  return view.paint();
}

const lit = ({ level, warm }: Office, c: Colour, f = 1): Colour => [
  c[0] * warm[0] * level * f,
  c[1] * level * f,
  c[2] * warm[2] * level * f,
];

/** Daylight at a place: from the window front, which lies at large x. */
const daylight = ({ windows }: Office, x: number): number => 0.42 + 0.6 / (1 + Math.max(0, windows - x) * 0.55);

/** The other side of the street, overexposed as it is when a room is exposed for. */
function paintOutside(office: Office): void {
  const { view, random } = office;
  const layer = view.at(26);
  const cloud = roughFrom(random);
  layer.fill((x, y) =>
    lit(office, mix([1.3, 1.5, 1.75], [2, 2, 1.98], clamp(0.4 + y + 0.6 * cloud(x * 2, y * 3), 0, 1))),
  );
  const storey = between(random, 3, 3.6);
  for (let x = between(random, -12, -8); x < 16;) {
    const wide = between(random, 6, 12);
    const z = between(random, 26, 40);
    const top = between(random, -1, 9);
    const stone = mix([0.8, 0.82, 0.86], [1.1, 1.02, 0.9], random());
    view.panel([x, x + wide], [-20, top], z, lit(office, stone));
    for (let wx = x + 0.6; wx < x + wide - 1.4; wx += 2.3)
      for (let wy = top - 2.6; wy > -8; wy -= storey)
        view.panel([wx, wx + 1.25], [wy, wy + 1.7], z, lit(office, [0.5, 0.58, 0.68], between(random, 0.7, 1.5)));
    x += wide + between(random, -1, 4);
  }
  const trees = Math.floor(random() * 4);
  for (let i = 0; i < trees; i++) {
    const z = between(random, 16, 24);
    const size = view.size(z);
    for (let k = 0; k < 4; k++) {
      const [cx, cy] = view.see(between(random, -2, 5) * 0.5 + i, between(random, -1.5, 2.4), z);
      paintLeaves(
        random,
        layer,
        {
          x: cx,
          y: cy,
          width: between(random, 0.6, 1.2) * size,
          height: between(random, 0.6, 1) * size,
          tuft: 0.3 * size,
          gaps: 0.75,
        },
        {
          shade: lit(office, [0.3, 0.4, 0.24]),
          sun: lit(office, [0.85, 0.98, 0.5]),
          towards: [0.4 * view.from.side, -0.7],
          glints: 0.002,
          glint: lit(office, [9, 9, 8]),
        },
      );
    }
  }
}

function paintBack(office: Office): void {
  const { view, random, back, end } = office;
  const layer = view.at(back);
  const uneven = roughFrom(random);
  const left = -6;
  const right = office.windows + 0.3;
  const wall = mix([0.62, 0.61, 0.59], [0.5, 0.505, 0.51], random());
  const shade =
    (c: Colour) =>
    (px: number, py: number): Colour => {
      const x = view.across(px, back);
      const y = view.up(py, back);
      const corner = 0.8 + 0.2 * smoothstep(0, 0.5, Math.min(y, CEILING - y));
      return lit(office, c, daylight(office, x) * corner * (1 + 0.05 * uneven(x * 1.2, y * 1.2)));
    };
  if (end === 'windows') {
    view.panel([left, right], [0, 0.55], back, shade([0.5, 0.49, 0.475]));
    view.panel([left, right], [CEILING - 0.25, CEILING], back, shade(wall));
    const pane = between(random, 0.95, 1.5);
    for (let x = right - 0.2; x > left; x -= pane) {
      view.panel([x - 0.035, x + 0.035], [0.5, CEILING], back, lit(office, [0.17, 0.172, 0.18]));
      // Some of the blinds are down.
      const blind = random() < 0.35 ? between(random, 0.2, 1.1) : 0;
      if (blind > 0)
        view.panel(
          [x - pane + 0.04, x - 0.04],
          [CEILING - 0.25 - blind, CEILING - 0.25],
          back,
          lit(office, [0.95, 0.94, 0.9]),
          0.9,
        );
    }
    view.panel([left, right], [0.52, 0.62], back, lit(office, [0.62, 0.61, 0.6]));
    paintShelf(office, between(random, 0.75, 1));
    return;
  }
  view.panel([left, right], [0, CEILING], back, shade(wall));
  if (end === 'meeting room') paintMeetingRoom(office, layer, shade);
  paintShelf(office, end === 'shelf' ? between(random, 1.9, 2.3) : between(random, 0.75, 1));
}

/** A room behind a glass partition: its own wall, screen and lamps, seen through the mirrored light of this one. */
function paintMeetingRoom(office: Office, layer: Layer, shade: (c: Colour) => (x: number, y: number) => Colour): void {
  const { view, random, back } = office;
  const deep = back + 3.2;
  const far = view.at(deep);
  const from = between(random, -2.6, -1.2);
  const to = between(random, 0.1, office.windows - 0.1);
  const accent = pick<Colour>(random, [
    [0.3, 0.33, 0.34],
    [0.34, 0.29, 0.23],
    [0.2, 0.25, 0.27],
    [0.47, 0.46, 0.44],
  ]);
  view.panel([from, to], [0, 2.5], back, (px, py) =>
    lit(office, accent, daylight(office, view.across(px, back)) * (0.75 + 0.12 * view.up(py, back))),
  );
  const screen = between(random, from + 0.3, Math.max(from + 0.4, to - 1.7));
  view.panel([screen, screen + 1.3], [1.15, 1.9], deep, lit(office, [0.05, 0.055, 0.065]));
  view.panel([from, to], [0.7, 0.76], deep, lit(office, [0.6, 0.56, 0.5]));
  for (let i = 0; i < 3; i++) {
    const [x, y] = view.see(between(random, from + 0.2, to - 0.2), 2.3, deep);
    far.ellipse(x, y, 0.004, 0.003, [20, 17, 13]);
    layer.ellipse(x, y, 0.006, 0.004, [20, 17.5, 13.5]);
  }
  for (let i = 0; i < 4; i++) {
    const x = from + 0.4 + i * 0.75;
    if (x < to - 0.3) view.panel([x, x + 0.45], [0.45, 0.98], deep, lit(office, [0.11, 0.115, 0.125]));
  }
  // What the glass mirrors of the windows.
  view.panel([from, to], [0, 2.5], back, (_, py) => lit(office, [0.85, 0.93, 1], 0.5 + 0.25 * view.up(py, back)), 0.16);
  const pane = between(random, 0.9, 1.3);
  for (let x = from; x <= to + 0.01; x += pane)
    view.panel([x - 0.025, x + 0.025], [0, 2.5], back, lit(office, [0.075, 0.077, 0.08]));
  view.panel([from - 0.03, to + 0.03], [2.46, 2.54], back, lit(office, [0.075, 0.077, 0.08]));
  view.panel([from, to], [1.0, 1.22], back, shade([0.75, 0.76, 0.77]), 0.35);
}

/** Folders, boxes and gaps in a shelf: as high as a person with a picture beside it, or as low as a sideboard. @param high in metres */
function paintShelf(office: Office, high: number): void {
  const { view, random, back } = office;
  const z = back - 0.4;
  const from = between(random, -2.6, -1.4);
  const to = from + between(random, 1.4, 2.2);
  const wood = pick<Colour>(random, [
    [0.5, 0.49, 0.475],
    [0.36, 0.285, 0.21],
    [0.16, 0.16, 0.165],
  ]);
  const rows = Math.round(high / 0.42);
  const light = daylight(office, (from + to) / 2);
  view.panel([from, to], [0, high], z, lit(office, wood, light * 0.5));
  for (let row = 0; row < rows; row++) {
    const y = (high / rows) * row + 0.03;
    for (let x = from + 0.05; x < to - 0.12;) {
      if (random() < 0.3) {
        x += between(random, 0.15, 0.45);
        continue;
      }
      const run = 1 + Math.floor(random() * 6);
      const colour = pick(random, FOLDERS);
      for (let k = 0; k < run && x < to - 0.1; k++, x += 0.075)
        view.panel(
          [x, x + 0.068],
          [y, y + between(random, 0.26, 0.32)],
          z,
          lit(office, colour, light * between(random, 0.8, 1.15)),
        );
    }
    view.panel([from, to], [y - 0.03, y], z, lit(office, wood, light));
  }
  for (const x of [from, (from + to) / 2, to])
    view.panel([x - 0.015, x + 0.015], [0, high], z, lit(office, wood, light * 1.1));
  view.panel([from, to], [high - 0.02, high + 0.02], z, lit(office, wood, light * 1.2));
  if (rows < 4) return;
  const at = to + between(random, 0.3, 0.5);
  view.panel([at, at + 0.8], [1.1, 1.9], back, lit(office, [0.85, 0.85, 0.84], light));
  view.panel([at + 0.08, at + 0.72], [1.18, 1.82], back, (px, py) =>
    lit(office, mix([0.3, 0.36, 0.38], [0.6, 0.5, 0.4], 0.5 + 0.5 * rough(px * 22, py * 17)), light),
  );
}

function paintFloor(office: Office): void {
  const { view, random, back, floor, windows } = office;
  const worn = roughFrom(random);
  view.level(0, 3.6, back, (x, z) => {
    // Windows lie in the floor as long pale stripes.
    const stripes = 0.5 + 0.5 * Math.sin(z * 3.1);
    const fromSide = 0.42 * Math.exp(-Math.max(0, windows - x) * 0.9) * (0.4 + 0.6 * stripes);
    const fromBack = office.end === 'windows' ? 0.3 * Math.exp((z - back) * 0.45) : 0;
    const gloss = (fromSide + fromBack) * 0.5;
    const c = times(floor, daylight(office, x) * (1 + 0.12 * worn(x * 1.6, z * 0.9)));
    return lit(office, [c[0] + gloss, c[1] + gloss, c[2] + gloss]);
  });
}

/** A white ceiling with lines of light that lead into the depth. */
function paintCeiling(office: Office): void {
  const { view, random, back } = office;
  const lines = [between(random, -2.2, -1.4), between(random, -0.6, 0.2)];
  const spots = random() < 0.5;
  const gap = between(random, 1.6, 2.4);
  view.level(CEILING, 3.6, back, (x, z) => {
    const line = z < back && lines.some((at) => Math.abs(x - at) < 0.06);
    if (line && (spots ? z % gap < 0.12 : z % 3 < 2.4)) return spots ? [22, 19.5, 16] : [3.6, 3.5, 3.3];
    return lit(office, [0.62, 0.615, 0.605], daylight(office, x) * (z % 1.2 < 0.03 ? 0.85 : 1));
  });
  const hanging = random() < 0.45 ? 2 + Math.floor(random() * 2) : 0;
  const x = between(random, -1.5, -0.7);
  for (let i = hanging; i > 0; i--) {
    const z = 5.2 + i * 1.15;
    const layer = view.at(z);
    const [cx, cy] = view.see(x, 2.2, z);
    const s = view.size(z);
    layer.rect(cx - 0.002, EDGES.top, 0.004, cy - EDGES.top, lit(office, [0.1, 0.1, 0.1]));
    layer.polygon(
      [
        [cx - 0.05 * s, cy - 0.14 * s],
        [cx + 0.05 * s, cy - 0.14 * s],
        [cx + 0.19 * s, cy + 0.03 * s],
        [cx - 0.19 * s, cy + 0.03 * s],
      ],
      lit(office, [0.1, 0.1, 0.105]),
    );
    layer.ellipse(cx, cy + 0.035 * s, 0.13 * s, 0.025 * s, [7, 5.9, 4.3]);
  }
}

/** The window front along the side: sill, posts and what little wall there is. */
function paintWindows(office: Office): void {
  const { view, random, back, windows } = office;
  const pane = between(random, 1.1, 1.7);
  const sill = between(random, 0.35, 0.8);
  const across = roughFrom(random);
  view.wall(windows, 2.6, back, (y, z) => {
    if (y < 0 || y > CEILING) return null;
    if (y < sill) return lit(office, [0.5, 0.49, 0.48], y > sill - 0.06 ? 1.35 : 0.62);
    if (y > CEILING - 0.2) return lit(office, [0.6, 0.6, 0.59], 0.7);
    const u = (z % pane) / pane;
    if (u < 0.075) return lit(office, [0.2, 0.2, 0.205], 0.9);
    if (u < 0.11) return lit(office, [0.55, 0.56, 0.57]);
    // Seen at a slant, a pane shows more light than view.
    const view = smoothstep(-0.3, 0.4, across(z * 0.14, y * 0.5) + (y - 1.5) * 0.35);
    return lit(office, mix([0.72, 0.78, 0.84], [1.35, 1.42, 1.5], view));
  });
}

/** Desks with screens, lamps and chairs, the far ones first; none right behind the person's head. */
function paintDesks(office: Office): void {
  const { view, random, back, windows } = office;
  const top = pick<Colour>(random, [
    [0.62, 0.61, 0.59],
    [0.46, 0.36, 0.26],
    [0.56, 0.48, 0.38],
  ]);
  const chair = pick<Colour>(random, [
    [0.07, 0.073, 0.08],
    [0.2, 0.22, 0.25],
    [0.3, 0.29, 0.27],
    [0.14, 0.2, 0.2],
  ]);
  for (let z = back - between(random, 1, 1.8); z > 4.6; z -= between(random, 1.7, 2.4)) {
    const onLight = random() < 0.5;
    const x = onLight ? windows - between(random, 1.5, 1.8) : between(random, -2.2, -1.5);
    const wide = 1.5;
    const light = daylight(office, x + wide / 2);
    const layer = view.at(z);
    const part = (from: number, to: number, low: number, high: number, c: Colour, f = 1): void =>
      view.panel([x + from, x + to], [low, high], z, lit(office, c, light * f));
    paintGroundShadow(view, x + wide / 2, z, wide / 2);
    for (const leg of [0.06, wide - 0.1]) part(leg, leg + 0.05, 0, 0.7, [0.12, 0.12, 0.125]);
    part(0.5, 0.98, 0.42, 0.95, chair);
    // The top, seen a little from above.
    layer.polygon(
      [
        view.see(x, 0.74, z + 0.75),
        view.see(x + wide, 0.74, z + 0.75),
        view.see(x + wide, 0.74, z),
        view.see(x, 0.74, z),
      ],
      lit(office, top, light * 1.25),
    );
    part(0, wide, 0.7, 0.74, top, 0.8);
    const screens = 1 + Math.floor(random() * 2);
    for (let i = 0; i < screens; i++) {
      const at = 0.18 + i * 0.64;
      const face = pick(random, SCREENS);
      part(at + 0.24, at + 0.32, 0.74, 0.9, [0.14, 0.14, 0.145]);
      part(at, at + 0.56, 0.86, 1.22, [0.03, 0.03, 0.032]);
      part(at + 0.015, at + 0.545, 0.875, 1.205, face, 0.85);
    }
    for (let i = 0; i < 4; i++) {
      const at = between(random, 0.05, wide - 0.2);
      part(
        at,
        at + between(random, 0.06, 0.2),
        0.75,
        between(random, 0.78, 0.9),
        mix([0.7, 0.7, 0.68], pick(random, FOLDERS), random()),
      );
    }
    if (random() < 0.4) {
      const [lx, ly] = view.see(x + 0.12, 1.12, z);
      const s = view.size(z);
      layer.rect(lx - 0.006 * s * 2, ly, 0.02 * s, 0.38 * s, lit(office, [0.1, 0.1, 0.1]));
      layer.ellipse(lx + 0.06 * s, ly, 0.1 * s, 0.035 * s, lit(office, [0.12, 0.12, 0.12]));
      layer.ellipse(lx + 0.06 * s, ly + 0.03 * s, 0.06 * s, 0.014 * s, [9, 7.4, 5]);
    }
  }
}

function paintPlants(office: Office): void {
  const { view, random, back, windows } = office;
  const count = 1 + Math.floor(random() * 2);
  for (let i = count; i > 0; i--) {
    const z = i === 2 ? back - 0.8 : between(random, 4.6, 6.4);
    const half = 0.5 / view.size(z);
    const x =
      random() < 0.5 ? -half * between(random, 0.72, 1) : Math.min(windows - 0.3, half * between(random, 0.72, 1));
    paintPottedPlant(view, random, {
      x,
      z,
      height: between(random, 1.1, 1.75),
      pot: pick<Colour>(random, [
        [0.6, 0.59, 0.57],
        [0.09, 0.09, 0.095],
        [0.42, 0.3, 0.22],
      ]),
      light: lit(office, [1, 1, 1], daylight(office, x)),
    });
  }
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
