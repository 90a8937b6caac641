import { between, type Random } from '../core/raster/random.js';
import { smoothstep } from '../core/raster/numbers.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import { mirrorFor } from './mirror.js';
import type { Scene, SceneVariation } from './scene.js';

const TERRACOTTA: Colour = [0.43, 0.15, 0.082];
const CLAY: Colour = [0.2, 0.058, 0.032];
const INDIGO: Colour = [0.036, 0.048, 0.118];
const NIGHT: Colour = [0.0115, 0.015, 0.044];

/**
 * Terracotta paper under a hard lamp; a flag before the lamp leaves a part in shadow, which a blue lamp fills. The shadow's
 * edge is crisp where the flag is near the paper and opens to a long gradient at the other end.
 */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const mirror = mirrorFor(side);
  const fibre = createNoise(random);
  const sag = createNoise(random);
  const level = 2 ** (0.5 * tone);
  const warm: Colour = [1 + 0.04 * warmth, 1, 1 - 0.05 * warmth];
  const edge = shadowEdge(random);
  const lampX = between(random, 0.82, 1);
  const lampY = between(random, 0.3, 0.5);
  const fillY = between(random, 0.75, 1.05);
  const layer = new Layer().fill((px, y) => {
    const x = mirror(px);
    const lamp = 1 - smoothstep(0.05, 1.05, Math.hypot(x - lampX, (y - lampY) * 0.8));
    const paper = times(mix(CLAY, TERRACOTTA, lamp), 0.88 + 0.3 * lamp);
    const gel = 1 - smoothstep(0, 0.95, Math.hypot(x - 0.05, (y - fillY) * 0.75));
    const shade = times(mix(NIGHT, INDIGO, gel), 0.9 + 0.25 * gel);
    const surface = level * (1 + 0.03 * sag(px * 1.7, y * 1.2) + 0.02 * fibre(px * 14, y * 15));
    const c = times(mix(shade, paper, edge(x, y)), surface);
    return [c[0] * warm[0], c[1], c[2] * warm[2]];
  });
  return stack([[layer, 2.4]]);
}

/** 1 in the light, 0 in the shadow. The light lies at large x. */
function shadowEdge(random: Random): (x: number, y: number) => number {
  const lean = between(random, 0.2, 0.55);
  const at = between(random, 0.38, 0.5);
  const bow = between(random, -0.28, 0.28);
  const crisp = between(random, 0.011, 0.018);
  const soft = between(random, 0.16, 0.3);
  const upwards = random() < 0.5;
  return (x, y) => {
    const t = Math.min(1, Math.max(0, y / 1.25));
    const along = upwards ? 1 - t : t;
    const line = at + lean * (t - 0.5) + bow * t * (1 - t);
    const width = crisp + soft * along * along;
    return smoothstep(-width, width, x - line);
  };
}

export const twoTone: Scene = {
  key: 'two-tone',
  light: {
    key: 0.6,
    keyTint: [1.035, 1, 0.955],
    fillTint: [0.955, 0.985, 1.09],
    stops: 0,
    wrap: 0.12,
    rim: 0,
    rimSided: 0,
    shadow: 0.1,
    vignette: 0.08,
    contrast: 0.26,
    saturation: 1,
    grain: 0.006,
  },
  paint,
};
