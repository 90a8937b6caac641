import { between, type Random } from '../raster/random.js';
import { Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import type { Scene, SceneVariation } from './scene.js';

const LAMPS: readonly Colour[] = [
  [1, 0.62, 0.26],
  [1, 0.74, 0.42],
  [1, 0.88, 0.68],
  [0.75, 0.88, 1],
  [1, 0.3, 0.18],
  [0.5, 0.85, 0.8],
];

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
  return stack([
    [sky, 6],
    [skyline(random, level), 7],
    [lights(random, 90, [0.5, 1.05], 0.0035, 9), 8],
    [lights(random, 34, [0.62, 1.2], 0.005, 13), 13],
  ]);
}

function skyline(random: Random, level: number): Layer {
  const layer = new Layer();
  for (let x = -0.12; x < 1.12; ) {
    const width = between(random, 0.07, 0.15);
    const away = Math.abs(x + width / 2 - 0.5);
    const top = between(random, 0.62, 0.74) - away * between(random, 0.1, 0.75);
    const body = times(mix([0.02, 0.028, 0.052], [0.045, 0.045, 0.06], random()), level);
    layer.rect(x, top, width, 1.2, body);
    const columns = Math.round(width / 0.016);
    const rows = Math.round((1.15 - top) / 0.022);
    layer.wall(
      [[x, top], [x + width, top], [x + width, 1.15], [x, 1.15]],
      columns,
      rows,
      1,
      () => (random() < 0.34 ? times(LAMPS[Math.floor(random() * 4)], between(random, 0.25, 1.7)) : null),
      0.4,
    );
    x += width * between(random, 0.82, 1.1);
  }
  return layer;
}

function lights(random: Random, count: number, [high, low]: readonly [number, number], size: number, power: number): Layer {
  const layer = new Layer();
  for (let i = 0; i < count; i++) {
    const x = between(random, -0.06, 1.06);
    const y = high + (low - high) * random() ** 0.7 - Math.abs(x - 0.5) * 0.18;
    const s = size * between(random, 0.7, 1.3);
    layer.ellipse(x, y, s, s, times(LAMPS[Math.floor(random() * LAMPS.length)], power * between(random, 0.6, 2.2)), 0.8);
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
    shadow: 0,
    vignette: 0.2,
    contrast: 0.3,
    saturation: 0.98,
    grain: 0.007,
  },
  paint,
};
