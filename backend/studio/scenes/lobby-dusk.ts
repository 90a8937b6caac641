import { between, pick, type Random } from '../core/raster/random.js';
import { clamp, smoothstep } from '../core/raster/numbers.js';
import { DepthView, EDGES, PORTRAIT_LENS } from './depth.js';
import { mix, times, type Colour, type Painting } from './layer.js';
import { paintGroundShadow, paintPottedPlant } from './potted-plant.js';
import { roughFrom } from './rough.js';
import type { Scene, SceneVariation } from './scene.js';

const LAMP: Colour = [1, 0.72, 0.42];

interface Lobby {
  view: DepthView;
  random: Random;
  level: number;
  warm: Colour;
  /** Distance of the glass front, and x of the lit wall. */
  front: number;
  wall: number;
  ceiling: number;
  pane: number;
}

/** The lobby of a new building at the blue hour: warm lamps inside, the last light and the lights of the city behind the glass. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const view = new DepthView(
    { lens: PORTRAIT_LENS, height: 1.45, horizon: between(random, 0.56, 0.63), side },
    [50, 15, 8.5, 5],
  );
  const lobby: Lobby = {
    view,
    random,
    level: 2 ** (0.4 * tone),
    warm: [1 + 0.06 * warmth, 1, 1 - 0.1 * warmth],
    front: between(random, 12, 16),
    wall: between(random, 0.7, 1.3),
    ceiling: between(random, 3, 3.5),
    pane: between(random, 1.3, 2.1),
  };
  paintCity(lobby);
  paintFront(lobby);
  paintFloor(lobby);
  paintCeiling(lobby);
  paintWall(lobby);
  paintCounter(lobby);
  paintPendants(lobby);
  return view.paint();
}

const lit = ({ level, warm }: Lobby, c: Colour, f = 1): Colour => [
  c[0] * warm[0] * level * f,
  c[1] * level * f,
  c[2] * warm[2] * level * f,
];

/** Blue sky with a last glow, dark houses with windows lit here and there, lamps and cars in the street. */
function paintCity(lobby: Lobby): void {
  const { view, random } = lobby;
  const layer = view.at(50);
  const cloud = roughFrom(random);
  const glow = between(random, 0.15, 0.9);
  layer.fill((x, y) => {
    const down = clamp((y + 0.1) / 0.75, 0, 1);
    const sky = mix([0.065, 0.135, 0.32], [0.2, 0.3, 0.47], down);
    const last = glow * smoothstep(0.55, 1, down) * (0.7 + 0.5 * cloud(x * 1.5, y * 6));
    return lit(
      lobby,
      [sky[0] + 0.24 * last, sky[1] + 0.11 * last, sky[2] + 0.02 * last],
      1 + 0.12 * cloud(x * 2, y * 4),
    );
  });
  for (const z of [110, 60]) {
    for (let x = -z * 0.3; x < z * 0.3;) {
      const wide = between(random, 8, 18);
      const top = between(random, 3, 17) * (z / 80);
      const stone: Colour = z > 80 ? [0.075, 0.11, 0.19] : [0.035, 0.055, 0.1];
      view.panel([x, x + wide], [-3, top], z, lit(lobby, stone, between(random, 0.8, 1.3)));
      const bay = between(random, 1.6, 2.6);
      for (let wx = x + 0.7; wx < x + wide - 1; wx += bay) {
        for (let wy = 1; wy < top - 1.5; wy += 3.2) {
          if (random() > 0.3) continue;
          const lamp = mix([1, 0.62, 0.28], [0.95, 0.9, 0.8], random() ** 2);
          view.panel([wx, wx + bay * 0.6], [wy, wy + 1.7], z, lit(lobby, lamp, between(random, 0.25, 1.6)));
        }
      }
      x += wide + (random() < 0.4 ? between(random, 1, 7) : 0);
    }
  }
  view.panel([-30, 30], [-4, 0.1], 50, lit(lobby, [0.05, 0.055, 0.075]));
  const lights = 12 + Math.floor(random() * 14);
  for (let i = 0; i < lights; i++) {
    const street = random() < 0.45;
    const [x, y] = view.see(between(random, -9, 9), street ? between(random, 3.5, 5) : between(random, 0.5, 0.9), 50);
    const colour: Colour = street
      ? [1, 0.66, 0.34]
      : pick<Colour>(random, [
          [1, 0.9, 0.72],
          [1, 0.9, 0.72],
          [0.9, 0.06, 0.03],
        ]);
    layer.ellipse(x, y, 0.0032, 0.0032, lit(lobby, colour, 8 + 70 * random() ** 2));
  }
}

/** Posts of the glass, dark before the sky, and what the panes mirror of the room. */
function paintFront(lobby: Lobby): void {
  const { view, random, front, pane, ceiling } = lobby;
  for (let x = -6; x < lobby.wall + pane; x += pane) {
    view.panel([x, x + pane], [0, 8], front, lit(lobby, [0.34, 0.24, 0.15]), between(random, 0.02, 0.1));
    view.panel([x - 0.04, x + 0.04], [0, 8], front, lit(lobby, [0.045, 0.04, 0.038]));
  }
  view.panel([-8, 4], [0, 0.16], front, lit(lobby, [0.03, 0.028, 0.027]));
  view.panel([-8, 4], [ceiling - 0.12, ceiling + 0.3], front, lit(lobby, [0.07, 0.06, 0.05]));
  for (let i = 0; i < 7; i++) {
    const [x, y] = view.see(between(random, -2.6, 0.8), between(random, 2, ceiling - 0.2), front);
    view.at(front).ellipse(x, y, 0.0035, 0.003, lit(lobby, LAMP, between(random, 2, 8)));
  }
}

/** Dark polished stone: the sky lies in it from the glass on, the lit wall beside it. */
function paintFloor(lobby: Lobby): void {
  const { view, random, front, pane, wall } = lobby;
  const cloudy = roughFrom(random);
  const uneven = roughFrom(random);
  const end = view.see(0, 0, front)[1];
  const stone = mix([0.11, 0.1, 0.092], [0.2, 0.18, 0.16], random());
  view.level(0, 4, front, (x, z, px, py) => {
    const down = py - end;
    const wave = 0.5 * down * uneven(px * 4, py * 30);
    const post = ((view.across(px, front) + wave + 0.1 + 60) % pane) / pane < 0.08;
    const sky = mix([0.3, 0.33, 0.44], [0.1, 0.15, 0.3], clamp(down * 2, 0, 1));
    const fromWall = 1.4 * Math.exp(-Math.max(0, wall - x) * 2.4);
    const mirrored: Colour = [sky[0] + fromWall * 0.62, sky[1] + fromWall * 0.4, sky[2] + fromWall * 0.22];
    const c = times(stone, (0.7 + 0.7 * Math.exp(-Math.max(0, wall - x))) * (1 + 0.25 * cloudy(x * 1.3, z * 0.8)));
    return lit(
      lobby,
      mix(c, times(mirrored, (post ? 0.4 : 1) * (1 + 0.3 * uneven(px * 5, py * 8))), 0.16 + 0.5 * Math.exp(-9 / z)),
    );
  });
}

function paintCeiling(lobby: Lobby): void {
  const { view, random, front, wall, ceiling } = lobby;
  const step = between(random, 1.5, 2.2);
  const rows = [wall - between(random, 0.9, 1.2), wall - between(random, 2.3, 2.8)];
  view.level(ceiling, 3.5, front, (x, z) => {
    const cove = Math.exp(-Math.max(0, wall - x) * 2.2);
    return lit(lobby, [0.13 + 0.5 * cove, 0.11 + 0.36 * cove, 0.09 + 0.22 * cove], 0.9 + 0.1 * Math.cos(z * 2));
  });
  for (let z = 5.5; z < front; z += step) {
    for (const x of rows) {
      if (random() < 0.15) continue;
      const [px, py] = view.see(x, ceiling - 0.01, z);
      const r = 0.05 * view.size(z);
      view.at(z).ellipse(px, py, r, r * 0.5, lit(lobby, LAMP, 30));
    }
  }
}

/** The wall on the light side: stone or timber that lamps at its top wash with light. */
function paintWall(lobby: Lobby): void {
  const { view, random, front, wall, ceiling } = lobby;
  const grain = roughFrom(random);
  const material = pick<Colour>(random, [
    [0.5, 0.4, 0.3],
    [0.36, 0.26, 0.17],
    [0.56, 0.5, 0.43],
    [0.3, 0.22, 0.155],
  ]);
  const board = between(random, 0.5, 1.3);
  const spots = between(random, 0.9, 1.5);
  const slatted = random() < 0.5;
  view.wall(wall, 2.5, front, (y, z) => {
    if (y < 0 || y > ceiling) return null;
    const down = ceiling - y;
    const cone = Math.exp(-(((z % spots) / spots - 0.5) ** 2) * (26 / (1 + 2.2 * down)));
    const wash = 0.36 + 2.3 * cone * Math.exp(-down * 0.75);
    const gap = ((z / board) % 1 < 0.04 ? 0.5 : 1) * (slatted ? 0.88 + 0.12 * Math.sin(z * 34) : 1);
    const tone = 1 + 0.22 * grain(slatted ? z * 5 : z * 0.7, y * (slatted ? 0.6 : 2));
    return lit(lobby, [material[0] * LAMP[0], material[1] * 0.86, material[2] * 0.7], wash * gap * tone);
  });
}

/** The reception: a long counter with a line of light under its top, nobody behind it. */
function paintCounter(lobby: Lobby): void {
  const { view, random, wall } = lobby;
  if (random() < 0.6) {
    const z = between(random, 8.5, 10.5);
    const to = wall - between(random, 0, 0.2);
    const from = to - between(random, 1.5, 2.2);
    const front = pick<Colour>(random, [
      [0.3, 0.27, 0.24],
      [0.12, 0.11, 0.105],
      [0.24, 0.16, 0.1],
    ]);
    paintGroundShadow(view, (from + to) / 2, z, (to - from) / 2);
    view.panel([from, to], [0.1, 1.05], z, (_, py) =>
      lit(lobby, [front[0], front[1] * 0.85, front[2] * 0.7], 0.35 + 1.3 * smoothstep(0.2, 1, view.up(py, z)) ** 2),
    );
    view.panel([from, to], [0.98, 1.02], z, lit(lobby, LAMP, 2.6));
    view.panel([from - 0.05, to], [1.02, 1.1], z, lit(lobby, [0.36, 0.3, 0.24]));
    view.panel([from, to], [0.04, 0.1], z, lit(lobby, LAMP, 0.9));
  } else {
    const z = between(random, 7, 9);
    const cloth = pick<Colour>(random, [
      [0.1, 0.09, 0.085],
      [0.2, 0.13, 0.08],
      [0.085, 0.11, 0.13],
    ]);
    const x = wall - between(random, 1.3, 1.6);
    paintGroundShadow(view, x + 0.45, z, 0.6);
    view.panel([x, x + 0.9], [0.15, 0.45], z, lit(lobby, cloth));
    view.panel([x + 0.06, x + 0.84], [0.45, 0.85], z, (_, py) =>
      lit(lobby, cloth, 0.8 + 1.5 * smoothstep(0.6, 0.85, view.up(py, z))),
    );
    for (const leg of [0.08, 0.78])
      view.panel([x + leg, x + leg + 0.04], [0, 0.15], z, lit(lobby, [0.03, 0.025, 0.02]));
  }
  if (random() < 0.7) {
    const z = between(random, 5.5, 8);
    const half = 0.5 / view.size(z);
    paintPottedPlant(view, random, {
      x: -half * between(random, 0.65, 0.95),
      z,
      height: between(random, 1.2, 1.8),
      pot: [0.12, 0.11, 0.1],
      light: lit(lobby, [0.5, 0.4, 0.3]),
    });
  }
}

/** Globes of opal glass on long cords, at different heights. */
function paintPendants(lobby: Lobby): void {
  const { view, random } = lobby;
  const count = Math.floor(random() * 5);
  const at = between(random, 0.5, 0.9) * (random() < 0.35 ? -1 : 1);
  const metres = between(random, 6, 8);
  for (let i = 0; i < count; i++) {
    const z = metres + i * 0.5;
    const half = 0.5 / view.size(z);
    const [x, y] = view.see(at * half + between(random, -0.3, 0.3), between(random, 2.05, 2.9), z);
    const r = between(random, 0.07, 0.12) * view.size(z);
    const layer = view.at(z);
    layer.rect(x - 0.0015, EDGES.top, 0.003, y - EDGES.top, lit(lobby, [0.04, 0.035, 0.03]));
    layer.ellipse(x, y, r, r, lit(lobby, LAMP, 3.4));
    layer.ellipse(x, y + r * 0.15, r * 0.6, r * 0.6, lit(lobby, [1, 0.82, 0.56], 5));
  }
}

export const lobbyDusk: Scene = {
  key: 'lobby-dusk',
  light: {
    key: 0.52,
    keyTint: [1.035, 1, 0.945],
    fillTint: [0.97, 0.995, 1.05],
    stops: -0.04,
    wrap: 0.14,
    rim: 0.2,
    rimSided: 0.5,
    shadow: 0,
    vignette: 0.12,
    contrast: 0.24,
    saturation: 0.98,
    grain: 0.007,
  },
  paint,
};
