import { between, pick, type Random } from '../core/raster/random.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Corner, type Painting } from './layer.js';
import type { Scene, SceneVariation } from './scene.js';

/** Warm lamps first and most often; the last ones are signals and signs. */
const LAMPS = [
  [1, 0.55, 0.2],
  [1, 0.62, 0.27],
  [1, 0.7, 0.36],
  [1, 0.84, 0.62],
  [0.78, 0.88, 1],
  [1, 0.24, 0.13],
] as const satisfies readonly Colour[];
/** All but the red one. */
const WINDOWS = LAMPS.slice(0, 5);

/** The city at the blue hour: last light on the horizon, windows, and street lamps as large discs. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const level = 2 ** (0.4 * tone);
  const glowX = 0.5 + side * between(random, 0.1, 0.35);
  const sky = new Layer().fill((x, y) => {
    const t = Math.min(1, Math.max(0, y / 0.78));
    const dusk = mix([0.012, 0.026, 0.075], [0.1, 0.105, 0.16], t ** 1.6);
    const glow = Math.exp(-((x - glowX) ** 2) * 2.2 - ((y - 0.78) / 0.26) ** 2);
    return times([dusk[0] + (0.42 + 0.1 * warmth) * glow, dusk[1] + 0.19 * glow, dusk[2] + 0.09 * glow], level);
  });
  // Off the middle: two even rows of lamps with tail lights below them would make a face of the street.
  const vanish: Corner = [0.5 + side * between(random, 0.2, 0.34), 0.93];
  return stack([
    [sky, 6],
    [skyline(random, level, glowX, 0), 6],
    [skyline(random, level, glowX, 1), 8],
    [street(random, level, vanish), 8],
    [streetLamps(random, vanish), 9],
    [passingLights(random, vanish), 15],
  ]);
}

/** A row of towers, 0 the far one in the haze, 1 the near one. Each house keeps its own hours: some floors lit, some dark. */
function skyline(random: Random, level: number, glowX: number, row: 0 | 1): Layer {
  const layer = new Layer();
  const haze: Colour = [0.11, 0.085, 0.12];
  for (let x = -0.12; x < 1.12;) {
    const width = between(random, 0.07, 0.15);
    const away = Math.abs(x + width / 2 - 0.5);
    const top = between(random, 0.6, 0.78) - away * between(random, 0.1, 0.75) * (row ? 1.3 : 0.6) + row * 0.08;
    const near: Colour = mix([0.018, 0.024, 0.044], [0.04, 0.038, 0.05], random());
    const body = times(row ? near : mix(near, haze, 0.55), level);
    layer.rect(x, top, width, 1.4, (px, y) =>
      times(body, 1 + 0.8 * Math.exp(-((px - glowX) ** 2) * 14 - (y - 0.8) ** 2 * 30)),
    );
    const columns = Math.round(width / (row ? 0.021 : 0.015));
    const rows = Math.round((1.15 - top) / (row ? 0.03 : 0.021));
    const busy = between(random, 0.05, 0.3);
    const lamp = pick(random, WINDOWS);
    const floors = Array.from({ length: rows }, () => (random() < 0.2 ? 2.2 : between(random, 0.3, 1)));
    layer.wall(
      [
        [x, top + 0.015],
        [x + width, top + 0.015],
        [x + width, 1.15],
        [x, 1.15],
      ],
      columns,
      rows,
      1,
      (_, floor) =>
        random() < busy * floors[floor]!
          ? times(random() < 0.8 ? lamp : LAMPS[3], level * (row ? 1 : 0.6) * between(random, 0.15, 0.9) ** 1.4)
          : null,
      0.4,
    );
    x += width * between(random, 0.82, 1.25);
  }
  return layer;
}

/** Wet asphalt: the lamps stand in it as long streaks. */
function street(random: Random, level: number, vanish: Corner): Layer {
  const streaks = createNoise(random);
  const water = createNoise(random);
  const horizon = vanish[1] + 0.03;
  return new Layer().rect(-0.2, horizon, 1.4, 1, (x, y) => {
    const depth = (y - horizon) / 0.35;
    const fan = (x - vanish[0]) / (0.35 + depth);
    const shine = Math.max(0, streaks(fan * 14, 0.5 + depth * 0.6) * 1.4) ** 1.5 * (1 + 0.5 * water(x * 12, y * 40));
    const glow = Math.exp(-fan * fan * 3) * Math.max(0, 1 - depth * 0.8);
    const lamp = mix([0.5, 0.22, 0.07], [0.3, 0.3, 0.34], Math.min(1, Math.max(0, streaks(fan * 6 + 20, 3) + 0.3)));
    const c = times(lamp, 1.1 * shine + 0.22 * glow);
    return times([0.016 + c[0], 0.019 + c[1], 0.032 + c[2]], level);
  });
}

/** Two rows of street lamps that lead into the depth, and what shines in the windows along them. */
function streetLamps(random: Random, vanish: Corner): Layer {
  const layer = new Layer();
  for (const edge of [-1, 1] as const) {
    const reach = between(random, 0.62, 0.85);
    for (let i = 0; i < 9; i++) {
      const near = 1 / (1 + i * 0.55);
      const x = vanish[0] + edge * reach * near;
      const y = vanish[1] - 0.36 * near + between(random, -0.008, 0.008);
      const s = 0.0028 + 0.0042 * near;
      layer.ellipse(x, y, s, s, times(LAMPS[edge < 0 ? 1 : 2], between(random, 20, 32)), 0.85);
    }
  }
  for (let i = 0; i < 46; i++) {
    const near = random() ** 1.4;
    const x = vanish[0] + (random() < 0.5 ? -1 : 1) * (0.05 + near * between(random, 0.3, 0.75));
    const y = vanish[1] - between(random, -0.02, 0.28) * (0.2 + near);
    const s = between(random, 0.0024, 0.0045);
    layer.ellipse(x, y, s, s, times(pick(random, LAMPS), 4 + 22 * random() ** 3), 0.8);
  }
  return layer;
}

/** Headlights and tail lights, and a few lamps close by: large faint discs. */
function passingLights(random: Random, vanish: Corner): Layer {
  const layer = new Layer();
  for (let i = 0; i < 6; i++) {
    const near = between(random, 0.15, 0.9);
    const coming = random() < 0.5;
    const x = vanish[0] + (coming ? -0.34 : 0.3) * near + between(random, -0.05, 0.05);
    const y = vanish[1] + 0.03 + 0.13 * near;
    const gap = 0.075 * near;
    for (const way of [-1, 1])
      layer.ellipse(
        x + way * gap,
        y,
        0.0045,
        0.0045,
        times(coming ? [1, 0.9, 0.72] : [1, 0.13, 0.06], between(random, 12, 30)),
        0.8,
      );
  }
  for (let i = 0; i < 9; i++) {
    const x = 0.5 + (random() < 0.5 ? -1 : 1) * between(random, 0.28, 0.56);
    layer.ellipse(
      x,
      between(random, 0.5, 1.05),
      0.005,
      0.005,
      times(pick(random, WINDOWS), between(random, 6, 22)),
      0.8,
    );
  }
  return layer;
}

export const eveningCity: Scene = {
  key: 'evening-city',
  light: {
    key: 0.5,
    keyTint: [1.03, 1, 0.955],
    fillTint: [0.96, 0.995, 1.06],
    stops: -0.12,
    wrap: 0.14,
    rim: 0.28,
    rimSided: 0,
    shadow: 0,
    vignette: 0.2,
    contrast: 0.3,
    saturation: 0.98,
    grain: 0.007,
  },
  paint,
};
