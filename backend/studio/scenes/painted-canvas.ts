import { between, type Random } from '../core/raster/random.js';
import { smoothstep } from '../core/raster/numbers.js';
import { createNoise, Layer, mix, stack, type Colour, type Painting } from './layer.js';
import type { Scene, SceneVariation } from './scene.js';

const LIGHT: Colour = [0.285, 0.345, 0.245];
const DEEP: Colour = [0.105, 0.145, 0.095];
const GREY: Colour = [0.265, 0.28, 0.225];

/** A hand-painted canvas in sage green: broad overlapping strokes, worn in places, a lamp on its middle. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const broad = createNoise(random);
  const brush = createNoise(random);
  const worn = createNoise(random);
  const cx = 0.5 - side * between(random, 0.03, 0.14);
  const cy = between(random, 0.36, 0.5);
  const angle = between(random, 0.5, 1.1) * (random() < 0.5 ? -1 : 1);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const level = 2 ** (0.8 * tone);
  const warm: Colour = [1 + 0.05 * warmth, 1, 1 - 0.07 * warmth];
  const layer = new Layer().fill((x, y) => {
    const bend = broad(x * 1.9, y * 1.7);
    const u = x * cos + y * sin + 0.07 * bend;
    const v = y * cos - x * sin + 0.07 * broad(x * 1.9 + 9, y * 1.7 + 5);
    // Short dabs of a wide brush in two directions over broad patches; the weave shows as a breath of unevenness.
    const dabs = 0.55 * brush(u * 7, v * 13) + 0.45 * brush(v * 6.5 + 20, u * 12 + 11);
    const body = 0.5 + 0.42 * bend + 0.36 * dabs + 0.1 * brush(x * 31, y * 29);
    const pigment = mix(
      mix(DEEP, LIGHT, 0.16 + 0.84 * smoothstep(-0.15, 1.15, body)),
      GREY,
      0.5 * smoothstep(0, 0.8, worn(u * 3.4, v * 3)),
    );
    const reach = Math.hypot(x - cx, (y - cy) * 0.86);
    const lamp = level * (0.3 + 0.95 * (1 - smoothstep(0, 0.95, reach)));
    return [pigment[0] * lamp * warm[0], pigment[1] * lamp, pigment[2] * lamp * warm[2]];
  });
  return stack([[layer, 4]]);
}

export const sageCanvas: Scene = {
  key: 'sage-canvas',
  light: {
    key: 0.52,
    keyTint: [1.025, 1, 0.965],
    fillTint: [0.985, 1.01, 0.985],
    stops: 0,
    wrap: 0.12,
    rim: 0.1,
    rimSided: 0,
    shadow: 0.16,
    vignette: 0.14,
    contrast: 0.25,
    saturation: 0.98,
    grain: 0.006,
  },
  paint,
};
