import { between, pick, type Random } from '../core/raster/random.js';
import { clamp, smoothstep } from '../core/raster/numbers.js';
import { DepthView, PORTRAIT_LENS } from './depth.js';
import { mix, times, type Colour, type Layer, type Painting } from './layer.js';
import { paintLeaves } from './leaves.js';
import { paintGroundShadow } from './potted-plant.js';
import { rough, roughFrom } from './rough.js';
import type { Scene, SceneVariation } from './scene.js';

const HAZE: Colour = [0.66, 0.76, 0.88];

const PLASTER: readonly Colour[] = [
  [0.62, 0.56, 0.46],
  [0.55, 0.5, 0.43],
  [0.66, 0.63, 0.57],
  [0.5, 0.41, 0.32],
  [0.58, 0.54, 0.5],
  [0.6, 0.5, 0.38],
];

const PAINTS: readonly Colour[] = [
  [0.05, 0.055, 0.065],
  [0.42, 0.43, 0.44],
  [0.62, 0.62, 0.61],
  [0.09, 0.12, 0.2],
  [0.2, 0.035, 0.03],
  [0.17, 0.17, 0.165],
];

/** One house of a row. Lengths in metres, `from` and `to` along the row. */
interface House {
  from: number;
  to: number;
  height: number;
  plaster: Colour;
  storey: number;
  bay: number;
  /** Share of a bay that is window: a third in old houses, nearly all in new ones. */
  open: number;
  shop: Colour;
  /** Tells its windows from those of other houses. */
  own: number;
}

interface Street {
  view: DepthView;
  random: Random;
  level: number;
  warm: Colour;
  /** x of the rows of houses on the shaded and on the sunlit side of the picture, and distance of the street's end. */
  rows: readonly [left: number, right: number];
  end: number;
  /** Half the width of the roadway and its middle. */
  road: readonly [middle: number, half: number];
}

/** A street in the old or the new town by day: rows of houses on both sides, shops, parked cars, trees, a strip of sky. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const view = new DepthView(
    { lens: PORTRAIT_LENS, height: 1.5, horizon: between(random, 0.56, 0.64), side },
    [60, 22, 11, 6],
  );
  const nearLeft = random() < 0.5;
  const near = between(random, 1.7, 2.9);
  const far = between(random, 4.5, 8);
  const rows: readonly [number, number] = nearLeft ? [-near, far] : [-far, near];
  const street: Street = {
    view,
    random,
    level: 2 ** (0.3 * tone),
    warm: [1 + 0.06 * warmth, 1, 1 - 0.09 * warmth],
    rows,
    end: between(random, 60, 120),
    road: [(rows[0] + rows[1]) / 2 + (nearLeft ? 0.9 : -0.9), (rows[1] - rows[0]) / 2 - 1.9],
  };
  paintSky(street);
  paintEnd(street);
  paintGround(street);
  for (const at of [0, 1] as const) paintRow(street, at);
  paintStreetTrees(street);
  paintCars(street);
  return view.paint();
}

const lit = ({ level, warm }: Street, c: Colour, f = 1): Colour => [
  c[0] * warm[0] * level * f,
  c[1] * level * f,
  c[2] * warm[2] * level * f,
];

const hazy = (c: Colour, metres: number): Colour => mix(HAZE, c, Math.exp(-metres / 260));

function paintSky(street: Street): void {
  const { view, random } = street;
  const cloud = roughFrom(random);
  view.at(60).fill((x, y) => {
    const white = clamp(0.25 + 1.1 * y + 0.7 * cloud(x * 1.8, y * 3.4) + 0.35 * view.across(x, 1) * 2, 0, 1);
    return lit(street, mix([0.75, 1.05, 1.5], [1.8, 1.82, 1.8], white));
  });
}

function createHouse(random: Random, from: number): House {
  const modern = random() < 0.3;
  const storey = between(random, 3.1, 3.7);
  return {
    from,
    to: from + between(random, 9, 19),
    height: storey * (3 + Math.floor(random() * 4)) + 1.2,
    plaster: modern
      ? mix([0.4, 0.42, 0.44], [0.6, 0.6, 0.58], random())
      : times(pick(random, PLASTER), between(random, 0.85, 1.15)),
    storey,
    bay: modern ? between(random, 1.4, 2) : between(random, 2.3, 3.1),
    open: modern ? between(random, 0.72, 0.86) : between(random, 0.36, 0.48),
    shop: pick<Colour>(random, [
      [0.07, 0.075, 0.08],
      [0.1, 0.05, 0.035],
      [0.045, 0.07, 0.06],
      [0.25, 0.24, 0.23],
    ]),
    own: random() * 30,
  };
}

/** What a house looks like at a place of its front: `along` the row and `y` up, in metres; nothing above its roof. @param sun light that the front has */
function houseAt(house: House, along: number, y: number, sun: number): Colour | null {
  if (y > house.height) return null;
  const { storey, bay, open, own, plaster } = house;
  const weathered = 1 + 0.14 * rough(along * 0.4 + own, y * 0.5) + 0.05 * rough(along * 2, y * 0.4 + own);
  if (y > house.height - 0.5) return times(plaster, sun * (y > house.height - 0.15 ? 0.55 : 1.25));
  const column = Math.floor((along - house.from) / bay);
  const u = ((along - house.from) / bay) % 1;
  const ground = storey * 1.1;
  if (y < ground) {
    // Shops: dark frames, large panes with a lit window display, a fascia above.
    if (y > ground - 0.75) return y > ground - 0.2 ? times(plaster, sun * 1.15) : times(house.shop, 0.7 * sun + 0.3);
    const wide = bay * 2.2;
    const shopColumn = Math.floor((along - house.from) / wide);
    const s = ((along - house.from) / wide) % 1;
    const kind = rough(shopColumn * 5.3 + own, 3);
    if (s < 0.1 || s > 0.96 || Math.abs(y - 2.25) < 0.06 || y < (kind > 0.25 ? 0.08 : 0.4))
      return times(mix(plaster, house.shop, 0.55), sun * weathered * 0.85);
    // Behind the pane goods and lamps, in the pane the other side of the street: sky above, pavement below.
    const goods = smoothstep(-0.1, 0.5, rough(along * 0.22 + own, y * 1.1)) * smoothstep(1.9, 0.9, y);
    const lamp = kind > -0.3 ? smoothstep(1.6, 2.8, y) : 0.15;
    const mirrored =
      0.05 + 0.17 * smoothstep(-0.2, 0.4, rough(along * 0.16 + own, y * 0.4 + own)) * smoothstep(0, 2.5, y);
    const glass: Colour = [0.05 + mirrored, 0.052 + mirrored * 1.02, 0.056 + mirrored * 1.06];
    return [
      glass[0] + 0.3 * lamp + 0.13 * goods,
      glass[1] + 0.225 * lamp + 0.1 * goods,
      glass[2] + 0.13 * lamp + 0.07 * goods,
    ];
  }
  const v = ((y - ground) / storey) % 1;
  const row = Math.floor((y - ground) / storey);
  if (v < 0.05) return times(plaster, sun * 1.2);
  const inside = Math.abs(u - 0.5) < open / 2 && v > 0.2 && v < (open > 0.6 ? 0.93 : 0.78);
  if (!inside) {
    const frame = Math.abs(u - 0.5) < open / 2 + 0.06 && v > 0.15 && v < 0.84;
    // The reveal throws a shadow below the sill.
    const sill = v > 0.1 && v < 0.15 && Math.abs(u - 0.5) < open / 2 + 0.08;
    return times(plaster, sun * weathered * (sill ? 0.7 : frame ? 1.18 : 1));
  }
  const pane = rough(column * 3.7 + own, row * 5.1 + own * 2);
  const sky = smoothstep(-0.25, 0.45, pane);
  const glass = mix([0.05, 0.06, 0.075], [0.42, 0.53, 0.68], sky * (0.5 + 0.5 * v));
  return Math.abs(u - 0.5) < 0.02 ? times(plaster, 0.8 * sun) : glass;
}

/** The house across the street's end, over roofs and trees of the next square. */
function paintEnd(street: Street): void {
  const { view, random, end } = street;
  const layer = view.at(60);
  for (let i = 0; i < 2; i++) {
    const z = end + (1 - i) * 60;
    let x = between(random, -22, -16);
    while (x < 20) {
      const house = createHouse(random, x);
      const [left, right] = [view.see(house.from, 0, z)[0], view.see(house.to, 0, z)[0]].toSorted((a, b) => a - b) as [
        number,
        number,
      ];
      const top = view.see(0, house.height, z)[1];
      layer.region(left, top, right, view.see(0, 0, z)[1], (px, py) => {
        const c = houseAt(house, view.across(px, z), view.up(py, z), 0.75);
        return c && lit(street, hazy(c, z));
      });
      x = house.to;
    }
  }
}

/** A row of houses along the street. The one at small x faces the sun. */
function paintRow(street: Street, at: 0 | 1): void {
  const { view, random, rows, end } = street;
  const wall = rows[at];
  const houses: House[] = [];
  for (let from = between(random, -6, 2); from < end + 20; from = houses.at(-1)!.to)
    houses.push(createHouse(random, from));
  const shadowLine = between(random, 2, 7);
  const glints: [number, number, number][] = [];
  view.wall(wall, 2.4, end, (y, z) => {
    const house = y < 0 ? undefined : houses.find((h) => z < h.to);
    if (!house) return null;
    // The houses opposite shade the lower floors; light comes up from the pavement.
    const sunny = 0.5 + 1.05 * smoothstep(shadowLine - 0.6, shadowLine + 0.6, y + 0.06 * z);
    const c = houseAt(house, z, y, at === 0 ? sunny : 0.42 + 0.1 * clamp(y / 8, 0, 1));
    return c && lit(street, hazy(c, z), 0.82 + 0.18 * clamp(y / 1.2, 0, 1));
  });
  for (const house of houses) {
    if (random() < 0.45)
      glints.push([between(random, Math.max(6, house.from), Math.max(7, house.to)), between(random, 1, 4), random()]);
    if (house.from > 4 && house.from < 40 && random() < 0.5) paintAwning(street, wall, house);
  }
  // Some panes of the sunlit row always send back the sun where the picture shows them large.
  const inSight = Math.abs(wall) * 7;
  const seen = glints.some(([z]) => z > inSight && z < inSight + 20);
  if (at === 0 && !seen) for (const y of [2.6, 2.75, 2.9]) glints.push([inSight + 3, y, 1]);
  // Lamps over shop doors, and panes that send back the sun.
  for (const [z, y, how] of glints) {
    const [x, py] = view.see(wall * 0.99, y, z);
    view
      .at(z)
      .ellipse(x, py, 0.0035, 0.0035, lit(street, mix([1, 0.8, 0.5], [0.95, 1, 1], how), between(random, 8, 30)));
  }
}

/** An awning over a shop: cloth that the light comes through. */
function paintAwning({ view, random, ...street }: Street, wall: number, house: House): void {
  const out = wall - Math.sign(wall) * 1.1;
  const cloth = pick<Colour>(random, [
    [0.6, 0.57, 0.5],
    [0.16, 0.2, 0.22],
    [0.38, 0.1, 0.07],
    [0.12, 0.2, 0.14],
  ]);
  const [from, to] = [house.from + 1, house.to - 1];
  const layer = view.at(from + 3);
  const all = { view, random, ...street };
  layer.polygon(
    [view.see(wall, 3.1, from), view.see(wall, 3.1, to), view.see(out, 2.5, to), view.see(out, 2.5, from)],
    lit(all, cloth, 1.1),
  );
  layer.polygon(
    [view.see(out, 2.5, from), view.see(out, 2.5, to), view.see(out, 2.3, to), view.see(out, 2.3, from)],
    lit(all, cloth, 0.7),
  );
}

/** Roadway, kerbs and pavements, with the sun lying across in stripes. */
function paintGround(street: Street): void {
  const { view, random, road, end } = street;
  const [middle, half] = road;
  const worn = roughFrom(random);
  const light = roughFrom(random);
  const sunny = between(random, -0.15, 0.3);
  const slab = between(random, 0.5, 0.9);
  view.level(0, 5.5, end, (x, z) => {
    const off = Math.abs(x - middle) - half;
    const sun = smoothstep(-0.1, 0.15, light(x * 0.05 + z * 0.03, z * 0.07) + sunny);
    const slabTone = (Math.floor(x / slab) + Math.floor(z / slab)) % 2 === 0 ? 1.05 : 0.97;
    let surface: Colour = off > 0 ? times([0.36, 0.35, 0.335], slabTone) : [0.2, 0.203, 0.21];
    if (off > 0 && off < 0.14) surface = [0.42, 0.42, 0.41];
    if (Math.abs(off + half) < 0.07 && z % 6 < 3) surface = [0.62, 0.62, 0.6];
    return lit(street, hazy(times(surface, 1 + 0.16 * worn(x * 0.8, z * 0.5)), z), 0.62 + 0.85 * sun);
  });
}

function paintStreetTrees(street: Street): void {
  const { view, random, road } = street;
  const spacing = between(random, 8, 14);
  const kerb = road[0] + (random() < 0.5 ? -1 : 1) * (road[1] + 0.8);
  if (random() < 0.25) return;
  const distances: number[] = [];
  for (let z = between(random, 14, 22); z < 58; z += spacing) distances.unshift(z);
  for (const z of distances) {
    // A trunk never grows out of the head.
    if (z < 40 && Math.abs(view.see(kerb, 0, z)[0] - 0.5) < 0.24) continue;
    const layer = view.at(z);
    const size = view.size(z);
    const x = kerb + between(random, -0.3, 0.3);
    const foot = between(random, 2.3, 3.1);
    layer.polygon(
      [
        view.see(x - 0.09, foot + 1, z),
        view.see(x + 0.09, foot + 1, z),
        view.see(x + 0.12, 0, z),
        view.see(x - 0.12, 0, z),
      ],
      lit(street, hazy([0.11, 0.1, 0.085], z)),
    );
    for (let k = 0; k < 6; k++) {
      const [cx, cy] = view.see(x + between(random, -1.1, 1.1), foot + between(random, 0.4, 3), z);
      paintLeaves(
        random,
        layer,
        {
          x: cx,
          y: cy,
          width: between(random, 0.7, 1.3) * size,
          height: between(random, 0.6, 1) * size,
          tuft: 0.3 * size,
          gaps: 0.72,
        },
        {
          shade: lit(street, hazy([0.05, 0.075, 0.04], z)),
          sun: lit(street, hazy([0.34, 0.41, 0.16], z)),
          towards: [0.6 * view.from.side, -0.6],
          glints: 0.004,
          glint: lit(street, [9, 9, 7]),
        },
      );
    }
  }
}

/** Parked cars seen from behind: their lacquer mirrors the sky, and a spot of it the sun. */
function paintCars(street: Street): void {
  const { view, random, road } = street;
  for (const edge of [-1, 1]) {
    if (random() < 0.3) continue;
    const x = road[0] + edge * (road[1] - 1.05);
    const distances: number[] = [];
    for (let z = between(random, 12, 20); z < 55; z += between(random, 5.4, 9)) distances.unshift(z);
    for (const z of distances) {
      const layer = view.at(z);
      const colour = pick(random, PAINTS);
      paintCar(street, layer, x + between(random, -0.1, 0.1), z, colour);
    }
  }
}

function paintCar(street: Street, layer: Layer, x: number, z: number, colour: Colour): void {
  const { view, random } = street;
  const at = (dx: number, y: number): readonly [number, number] => view.see(x + dx, y, z);
  const part = (points: readonly (readonly [number, number])[], c: Colour, f = 1): void =>
    void layer.polygon(
      points.map(([dx, y]) => at(dx, y)),
      lit(street, hazy(c, z), f),
    );
  paintGroundShadow(view, x, z, 1.15);
  for (const wheel of [-0.78, 0.56])
    part(
      [
        [wheel, 0.4],
        [wheel + 0.22, 0.4],
        [wheel + 0.22, 0],
        [wheel, 0],
      ],
      [0.018, 0.018, 0.018],
    );
  part(
    [
      [-0.88, 0.85],
      [-0.8, 0.98],
      [0.8, 0.98],
      [0.88, 0.85],
      [0.9, 0.3],
      [-0.9, 0.3],
    ],
    colour,
    0.8,
  );
  part(
    [
      [-0.84, 0.97],
      [0.84, 0.97],
      [0.8, 0.85],
      [-0.8, 0.85],
    ],
    mix(colour, [0.9, 1, 1.15], 0.4),
  );
  part(
    [
      [-0.7, 0.97],
      [-0.55, 1.42],
      [0.55, 1.42],
      [0.7, 0.97],
    ],
    colour,
  );
  part(
    [
      [-0.6, 0.99],
      [-0.5, 1.34],
      [0.5, 1.34],
      [0.6, 0.99],
    ],
    [0.1, 0.125, 0.155],
  );
  part(
    [
      [-0.5, 1.34],
      [0.5, 1.34],
      [0.4, 1.18],
      [-0.4, 1.18],
    ],
    [0.5, 0.58, 0.68],
  );
  part(
    [
      [-0.52, 1.46],
      [0.52, 1.46],
      [0.55, 1.4],
      [-0.55, 1.4],
    ],
    mix(colour, [1, 1.1, 1.25], 0.6),
  );
  for (const lamp of [-0.86, 0.66])
    part(
      [
        [lamp, 0.82],
        [lamp + 0.2, 0.82],
        [lamp + 0.2, 0.66],
        [lamp, 0.66],
      ],
      [0.3, 0.02, 0.015],
    );
  part(
    [
      [-0.88, 0.42],
      [0.88, 0.42],
      [0.86, 0.28],
      [-0.86, 0.28],
    ],
    [0.04, 0.04, 0.04],
  );
  if (random() > 0.45) return;
  const [gx, gy] = at(between(random, 0.2, 0.5), between(random, 1.36, 1.45));
  layer.ellipse(gx, gy, 0.003, 0.0025, lit(street, [1, 0.97, 0.9], between(random, 4, 34)));
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
