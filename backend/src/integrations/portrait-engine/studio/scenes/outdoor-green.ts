import { between, type Random } from '../raster/random.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import type { Scene, SceneVariation } from './scene.js';

/** Trees in a park with the sun coming through the leaves. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const level = 2 ** (0.4 * tone);
  const warm: Colour = [1 + 0.1 * warmth, 1, 1 - 0.12 * warmth];
  const sunX = 0.5 + side * between(random, 0.2, 0.42);
  return stack([
    [canopy(random, sunX, level, warm), 7],
    [trunksAndLeaves(random, sunX, level, warm), 10],
    [sunSpots(random, sunX), 9],
  ]);
}

function canopy(random: Random, sunX: number, level: number, warm: Colour): Layer {
  const noise = createNoise(random);
  const fine = createNoise(random);
  return new Layer().fill((x, y) => {
    const sun = Math.exp(-((x - sunX) ** 2 * 3 + (y - 0.22) ** 2 * 2.4));
    const mass = noise(x * 3.2, y * 2.8) + 0.5 * fine(x * 9, y * 8);
    const meadow = Math.max(0, Math.min(1, (y - 0.98) / 0.12));
    const leaf = mix([0.055, 0.1, 0.022], [0.36, 0.5, 0.1], Math.min(1, Math.max(0, 0.36 + 0.5 * mass + 0.4 * sun)));
    const ground = mix(leaf, times([0.3, 0.4, 0.11], 0.85 + 0.3 * mass), meadow);
    const gap = Math.max(0, fine(x * 6 + 5, y * 6) - 0.28 + 0.35 * sun - 0.5 * y) * 3;
    const c = mix(ground, [1.5, 1.5, 1.15], Math.min(0.85, gap));
    return [c[0] * level * warm[0], c[1] * level, c[2] * level * warm[2]];
  });
}

function trunksAndLeaves(random: Random, sunX: number, level: number, warm: Colour): Layer {
  const layer = new Layer();
  for (let i = 0; i < 4; i++) {
    const x = i < 2 ? between(random, -0.05, 0.25) : between(random, 0.75, 1.05);
    const wide = between(random, 0.018, 0.05);
    const lean = between(random, -0.05, 0.05);
    const bark: Colour = times([0.11 * warm[0], 0.085, 0.058], between(random, 0.7, 1.5) * level);
    layer.polygon([[x + lean, -0.15], [x + lean + wide * 0.7, -0.15], [x + wide, 1.12], [x - wide * 0.2, 1.12]], (px) => times(bark, 1 + 0.9 * Math.max(0, ((px - x) / wide) * Math.sign(sunX - x))));
  }
  for (let cluster = 0; cluster < 9; cluster++) {
    const left = cluster % 2 === 0;
    const cx = left ? between(random, -0.1, 0.22) : between(random, 0.78, 1.1);
    const cy = between(random, -0.05, 0.95);
    const spread = between(random, 0.08, 0.17);
    for (let i = 0; i < 55; i++) {
      const light = between(random, 0.3, 1.6) * (0.75 + 0.5 * Math.exp(-((cx - sunX) ** 2) * 4));
      layer.ellipse(cx + between(random, -spread, spread), cy + between(random, -spread, spread), between(random, 0.008, 0.022), between(random, 0.006, 0.016), times([0.15 * warm[0], 0.26, 0.05], light * level), 0.75);
    }
  }
  return layer;
}

function sunSpots(random: Random, sunX: number): Layer {
  const layer = new Layer();
  for (let i = 0; i < 46; i++) {
    const x = sunX + (random() + random() + random() - 1.5) * 0.62;
    const y = between(random, -0.02, 0.72) ** 1.1 || 0.1;
    const size = between(random, 0.003, 0.0075);
    layer.ellipse(x, y, size, size, times(mix([1, 0.98, 0.72], [0.86, 1, 0.62], random()), between(random, 7, 24)), 0.5);
  }
  return layer;
}

export const outdoorGreen: Scene = {
  key: 'outdoor-green',
  light: {
    key: 0.42,
    keyTint: [1.03, 1, 0.95],
    fillTint: [0.985, 1.01, 0.985],
    stops: 0.04,
    wrap: 0.17,
    rim: 0.25,
    shadow: 0,
    vignette: 0.1,
    contrast: 0.24,
    saturation: 1.0,
    grain: 0.006,
  },
  paint,
};
