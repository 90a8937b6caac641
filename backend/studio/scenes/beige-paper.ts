import { between, type Random } from '../core/raster/random.js';
import { smoothstep } from '../core/raster/numbers.js';
import { Layer, mix, stack, type Colour, type Painting } from './layer.js';
import { mirrorFor } from './mirror.js';
import { roughFrom } from './rough.js';
import type { Scene, SceneVariation } from './scene.js';

const LIT: Colour = [0.66, 0.6, 0.525];
const SHADED: Colour = [0.42, 0.372, 0.318];

/** A roll of beige paper or a wall of lime plaster: a large lamp on one side, its light falling off to the other. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const mirror = mirrorFor(side);
  const hung = roughFrom(random);
  const trowel = roughFrom(random);
  const plaster = random() < 0.5 ? 0.05 : 0.012;
  const lampX = between(random, 0.72, 0.98);
  const lampY = between(random, 0.18, 0.46);
  const reach = between(random, 1.05, 1.3);
  const turn = between(random, -0.4, 0.4);
  const level = 2 ** (0.3 * tone);
  const warm: Colour = [1 + 0.03 * warmth, 1, 1 - 0.05 * warmth];
  const layer = new Layer().fill((px, y) => {
    const x = mirror(px);
    const away = smoothstep(0.05, 1, Math.hypot(x - lampX, (y - lampY) * 0.82) / reach);
    // Paper hangs in shallow waves; a trowel leaves strokes.
    const wave = 0.014 * hung(x * 1.4 + turn * y, y * 0.5);
    const strokes = plaster * (0.6 * trowel(x * 3 + y * turn * 4, y * 4.4) + 0.5 * trowel(x * 9 + 7, y * 8));
    const surface = level * (1 + wave + strokes) * (1 - 0.07 * smoothstep(0.85, 1.3, y));
    const c = mix(LIT, SHADED, away);
    return [c[0] * surface * warm[0], c[1] * surface, c[2] * surface * warm[2]];
  });
  return stack([[layer, 3]]);
}

export const beigePaper: Scene = {
  key: 'beige',
  light: {
    key: 0.46,
    keyTint: [1.015, 1, 0.98],
    fillTint: [1.01, 1, 0.985],
    stops: 0.04,
    wrap: 0.12,
    rim: 0.04,
    rimSided: 0,
    shadow: 0.13,
    vignette: 0.05,
    contrast: 0.2,
    saturation: 0.95,
    grain: 0.005,
  },
  paint,
};
