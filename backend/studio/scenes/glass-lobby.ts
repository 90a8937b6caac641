import { between, type Random } from '../core/raster/random.js';
import { paintCrown } from './foliage.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import { mirrorFor, quad, type Mirror } from './mirror.js';
import type { Scene, SceneVariation } from './scene.js';

const FLOOR = 0.93;

interface Hall {
  mirror: Mirror;
  level: number;
  warm: Colour;
  /** Where the galleries end and the glass begins. */
  corner: number;
  /** Vanishing point of the galleries. */
  eye: readonly [number, number];
  columns: readonly number[];
}

/** The hall of a modern building: a high glass front, galleries on the other side, a polished floor. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const corner = between(random, 0.3, 0.4);
  const spacing = between(random, 0.115, 0.145);
  const hall: Hall = {
    mirror: mirrorFor(side),
    level: 2 ** (0.28 * tone),
    warm: [1 + 0.05 * warmth, 1, 1 - 0.07 * warmth],
    corner,
    eye: [between(random, 0.6, 0.72), between(random, 0.68, 0.74)],
    columns: Array.from({ length: 9 }, (_, i) => corner + i * spacing),
  };
  return stack([
    [outside(random, hall), 8],
    [glassFront(random, hall), 5],
    [galleries(random, hall), 9],
    [downlights(random, hall), 9],
    [pillars(random, hall), 8],
    [nearPlants(random, hall), 13],
  ]);
}

/** Sky, a neighbouring building and trees, seen through the glass. */
function outside(random: Random, { mirror, level, warm }: Hall): Layer {
  const clouds = createNoise(random);
  const layer = new Layer().fill((px, y) => {
    const t = Math.min(1, Math.max(0, y / 0.8));
    const cloud = Math.max(0, clouds(px * 2.4, y * 4.4) * 1.3 + 0.1);
    const sky = mix(mix([0.56, 0.76, 1.02], [1.06, 1.09, 1.12], t ** 0.8), [1.4, 1.4, 1.38], Math.min(0.8, cloud));
    return [sky[0] * level * warm[0], sky[1] * level, sky[2] * level * warm[2]];
  });
  let x = between(random, 0.42, 0.6);
  for (let i = 0; i < 3; i++) {
    const width = between(random, 0.14, 0.24);
    const top = between(random, 0.28, 0.6);
    const stone = mix([0.5, 0.55, 0.62], [0.74, 0.7, 0.64], random());
    layer.polygon(
      quad(mirror, [x, top], [x + width, top], [x + width, FLOOR], [x, FLOOR]),
      times(stone, level * between(random, 0.8, 1.1)),
    );
    layer.wall(
      quad(mirror, [x, top], [x + width, top], [x + width, FLOOR], [x, FLOOR]),
      Math.round(width / 0.028),
      12,
      1,
      () => times([0.5, 0.6, 0.72], level * between(random, 0.6, 1.5)),
      0.45,
    );
    x += width + between(random, -0.02, 0.14);
  }
  for (let i = 0; i < 7; i++) {
    paintCrown(layer, random, {
      x: mirror(between(random, 0.38, 1.08)),
      y: FLOOR - between(random, 0.05, 0.16),
      width: between(random, 0.05, 0.1),
      height: between(random, 0.05, 0.11),
      shade: times([0.075, 0.115, 0.05], level),
      sun: times([0.34 * warm[0], 0.42, 0.16], level),
      towards: [mirror(1) > 0.5 ? 0.6 : -0.6, -0.7],
      clumps: 22,
    });
  }
  for (let i = 0; i < 16; i++)
    layer.ellipse(
      mirror(between(random, 0.4, 1.05)),
      between(random, 0.55, FLOOR),
      0.004,
      0.004,
      times([1, 0.97, 0.9], between(random, 6, 20)),
      0.7,
    );
  return layer;
}

/** Posts and transoms before the light, the reflecting floor below. */
function glassFront(random: Random, { mirror, level, warm, columns }: Hall): Layer {
  const layer = new Layer();
  const wear = createNoise(random);
  const steel: Colour = times([0.15, 0.165, 0.18], level);
  const bright = mirror(1) > 0.5 ? 1 : -1;
  // Each pane reflects the hall a little differently.
  for (const [i, right] of columns.slice(1).entries()) {
    const left = columns[i]!;
    for (let row = 0; row < 5; row++) {
      const y = -0.2 + row * 0.232;
      layer.polygon(
        quad(mirror, [left, y], [right, y], [right, y + 0.232], [left, y + 0.232]),
        times([0.5, 0.57, 0.62], level),
        between(random, 0.02, 0.17),
      );
    }
  }
  for (let row = 0; row <= 5; row++) {
    const y = -0.2 + row * 0.232;
    layer.rect(-0.2, y, 1.5, 0.011, times(steel, 1.3));
  }
  for (const [i, x] of columns.entries()) {
    const thick = i % 3 === 0 ? 0.02 : 0.009;
    const post = quad(
      mirror,
      [x - thick / 2, -0.2],
      [x + thick / 2, -0.2],
      [x + thick / 2, FLOOR],
      [x - thick / 2, FLOOR],
    );
    layer.polygon(post, (px) => times(steel, 1 + (0.9 * bright * (px - mirror(x))) / thick));
  }
  layer.rect(-0.2, FLOOR, 1.5, 0.5, (px, y) => {
    const x = mirror(px);
    const depth = y - FLOOR;
    // Polished stone: the bright front and its posts stand on their heads in it, drawn long.
    const post = Math.min(
      ...columns.map((c, i) => Math.abs(x - c - 0.006 * wear(x * 3, depth * 8)) / (i % 3 === 0 ? 0.02 : 0.011)),
    );
    const glass = x > columns[0]! - 0.02 ? Math.min(1, post) : 0.25;
    const mirrored = (0.95 - 1.1 * depth) * glass * (1 + 0.14 * wear(px * 9, depth * 2));
    const stone = 0.13 + 0.06 * x + 0.02 * wear(px * 4, y * 9);
    const v = level * (stone + 0.36 * Math.max(0, mirrored));
    return [v * warm[0], v * 1.0, v * 1.015 * warm[2]];
  });
  return layer;
}

/** Height of a horizontal edge of the side wall at x, given its height at the picture's edge. */
const alongWall = ({ eye }: Hall, edge: number, x: number): number =>
  eye[1] + ((edge - eye[1]) * (eye[0] - x)) / (eye[0] + 0.2);

const STOREYS = [-0.86, -0.36, 0.14, 0.64] as const;

/** The side wall: floors with glass balustrades, timber slats in the depth of each. */
function galleries(random: Random, hall: Hall): Layer {
  const { mirror, level, warm, corner } = hall;
  const layer = new Layer();
  const grain = createNoise(random);
  const strip = (from: number, to: number, colour: Colour | ((x: number, y: number) => Colour), alpha = 1): void => {
    const a = (edge: number, x: number): readonly [number, number] => [x, alongWall(hall, edge, x)];
    layer.polygon(quad(mirror, a(from, -0.2), a(from, corner), a(to, corner), a(to, -0.2)), colour, alpha);
  };
  const slat = (px: number): number => {
    const x = mirror(px);
    // Equal spacing in depth: it narrows towards the vanishing point.
    const depth = 1 / (hall.eye[0] - x);
    return 0.82 + 0.13 * Math.sin(depth * 34) + 0.2 * grain(depth * 9, 1);
  };
  strip(-1, 1.05, (px) => times([0.2 * warm[0], 0.185, 0.165], level * (0.8 + 0.8 * mirror(px))));
  for (const edge of STOREYS) {
    strip(edge + 0.06, edge + 0.5, (px, y) => {
      const x = mirror(px);
      const under = (y - alongWall(hall, edge + 0.06, x)) / 0.3;
      const lamp = 0.55 + 0.75 * Math.exp(-Math.max(0, under) * 4);
      return times([0.37 * warm[0], 0.275, 0.19 * warm[2]], level * slat(px) * lamp * (0.75 + 0.5 * x));
    });
  }
  for (const edge of STOREYS) {
    strip(edge, edge + 0.075, (px) =>
      times([0.5 * warm[0], 0.505, 0.515], level * (0.7 + 0.7 * Math.max(0, mirror(px)))),
    );
    strip(edge + 0.065, edge + 0.085, times([0.17, 0.16, 0.15], level));
    strip(edge - 0.125, edge, times([0.66, 0.74, 0.78], level), 0.3);
    strip(edge - 0.135, edge - 0.12, (px) => times([0.8, 0.84, 0.88], level * (0.6 + mirror(px))));
  }
  return layer;
}

function downlights(random: Random, hall: Hall): Layer {
  const layer = new Layer();
  for (const edge of STOREYS) {
    for (let i = 0; i < 6; i++) {
      // Equal distances in depth.
      const x = hall.eye[0] - 1 / (1 / (hall.eye[0] + 0.16) + i * 0.33);
      if (x > hall.corner - 0.015 || random() < 0.12) continue;
      const size = 0.0085 * (hall.eye[0] - x);
      layer.ellipse(
        hall.mirror(x),
        alongWall(hall, edge + 0.105, x),
        size,
        size * 0.7,
        [13 * hall.warm[0], 10.2, 6.6 * hall.warm[2]],
        0.8,
      );
    }
  }
  return layer;
}

/** Round white pillars: bright where they face the glass. */
function pillars(random: Random, { mirror, level, warm, corner }: Hall): Layer {
  const layer = new Layer();
  const places = [
    { x: corner + between(random, -0.02, 0.03), half: 0.03, foot: FLOOR + 0.03 },
    { x: between(random, 0.84, 0.98), half: 0.05, foot: FLOOR + 0.1 },
  ];
  for (const { x, half, foot } of places) {
    layer.polygon(quad(mirror, [x - half, -0.2], [x + half, -0.2], [x + half, foot], [x - half, foot]), (px, y) => {
      const across = (mirror(px) - x) / half;
      const lit = 0.34 + 0.42 * Math.max(0, 0.35 + 0.75 * across) + 0.16 * Math.max(0, -across) ** 3 + 0.05 * (1 - y);
      return [lit * level * warm[0], lit * level, lit * 1.01 * level * warm[2]];
    });
    layer.ellipse(mirror(x), foot, half * 1.25, half * 0.22, times([0.13, 0.13, 0.135], level), 0.8);
  }
  return layer;
}

/** Leaves in a trough at the lower edge. */
function nearPlants(random: Random, { mirror, level, warm }: Hall): Layer {
  const layer = new Layer();
  const right = random() < 0.5;
  for (let i = 0; i < 6; i++) {
    const x = right ? between(random, 0.84, 1.1) : between(random, -0.1, 0.14);
    paintCrown(layer, random, {
      x: mirror(x),
      y: between(random, 1.04, 1.22),
      width: between(random, 0.06, 0.1),
      height: between(random, 0.07, 0.13),
      shade: times([0.035, 0.07, 0.028], level),
      sun: times([0.26 * warm[0], 0.4, 0.13], level),
      towards: [mirror(1) > 0.5 ? 0.5 : -0.5, -0.5],
      clumps: 13,
    });
  }
  return layer;
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
