import { between, type Random } from '../core/raster/random.js';
import { smoothstep } from '../core/raster/numbers.js';
import { createNoise, Layer, stack, type Colour, type Painting } from './layer.js';
import { mirrorFor, type Mirror } from './mirror.js';
import type { Scene, SceneVariation } from './scene.js';

/** A white room in daylight: a plaster wall on which a tall window, just outside the picture, throws its panes. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const mirror = mirrorFor(side);
  const level = 2 ** (0.22 * tone);
  const warm: Colour = [1 + 0.035 * warmth, 1, 1 - 0.05 * warmth];
  return stack([
    [wall(random, mirror, level, warm), 4],
    [curtain(random, mirror, level, warm), 10],
  ]);
}

function wall(random: Random, mirror: Mirror, level: number, warm: Colour): Layer {
  const cloud = createNoise(random);
  const trowel = createNoise(random);
  const panes = windowPanes(random);
  return new Layer().fill((px, y) => {
    const x = mirror(px);
    // Distance from a tall window beyond the right edge; the ceiling and floor take some of its light.
    const far = Math.hypot(1.25 - x, (y - 0.5) * 0.55);
    const daylight = 0.29 + 0.36 / (0.45 + far * far);
    const pane = panes(x, y);
    const plaster = 1 + 0.022 * cloud(px * 3.1, y * 2.7) + 0.012 * trowel(px * 11 + 3 * cloud(y * 3, px * 3), y * 7);
    const value = plaster * level * (0.04 + daylight * 0.98 + 0.27 * pane);
    // What the sky alone lights is a little cooler than where the window falls straight on the wall.
    return [value * warm[0] * (0.99 + 0.02 * pane), value * 0.988, value * warm[2] * (0.968 - 0.035 * pane)];
  });
}

/** The panes of light on the wall: leaning, softer the farther they have travelled. Returns 0..1 for a place. */
function windowPanes(random: Random): (x: number, y: number) => number {
  const lean = between(random, 0.22, 0.42);
  const left = between(random, 0.06, 0.3);
  const top = between(random, 0.02, 0.16);
  const columns = 3;
  const width = between(random, 0.23, 0.28);
  const height = between(random, 0.4, 0.48);
  const bar = between(random, 0.022, 0.032);
  return (x, y) => {
    const u = x - left;
    const v = y - top - (1 - u) * lean + 0.2;
    const soft = 0.035 + 0.06 * Math.max(0, 1 - u);
    const inside = smoothstep(-soft, soft, u) * smoothstep(-soft, soft, v) * smoothstep(-soft, soft, height * 2 - v);
    if (inside === 0) return 0;
    const across = Math.abs((((u % width) + width) % width) - width / 2);
    const down = Math.abs((((v % height) + height) % height) - height / 2);
    const column =
      u < columns * width ? smoothstep(width / 2 - bar / 2 - soft * 0.4, width / 2 - bar / 2 + soft * 0.4, across) : 0;
    const row = smoothstep(height / 2 - bar / 2 - soft * 0.4, height / 2 - bar / 2 + soft * 0.4, down);
    return inside * (1 - 0.75 * column) * (1 - 0.75 * row);
  };
}

/** A sheer curtain at the bright edge: folds that glow with the window behind them. */
function curtain(random: Random, mirror: Mirror, level: number, warm: Colour): Layer {
  const sway = createNoise(random);
  const edge = between(random, 0.86, 0.95);
  const folds = between(random, 52, 70);
  return new Layer().polygon(
    [
      [mirror(edge), -0.2],
      [mirror(1.3), -0.2],
      [mirror(1.3), 1.5],
      [mirror(edge + 0.02), 1.5],
    ],
    (px, y) => {
      const x = mirror(px);
      const phase = (x + 0.012 * sway(y * 1.6, 3)) * folds + 2.2 * sway(x * 9, y * 0.5);
      const fold = 0.5 + 0.5 * Math.sin(phase);
      const value = level * (0.82 + 0.3 * fold ** 1.6 + 0.75 * smoothstep(edge, 1.12, x));
      return [value * warm[0], value, value * 1.01 * warm[2]];
    },
    0.82,
  );
}

export const windowLight: Scene = {
  key: 'window-light',
  light: {
    key: 0.6,
    keyTint: [1.005, 1, 0.995],
    fillTint: [1.01, 1, 0.985],
    stops: 0.1,
    wrap: 0.12,
    rim: 0,
    rimSided: 0,
    shadow: 0.05,
    vignette: 0.02,
    contrast: 0.2,
    saturation: 0.98,
    grain: 0.005,
  },
  paint,
};
