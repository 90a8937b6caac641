import { between, type Random } from '../core/raster/random.js';
import { paintCrown } from './foliage.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import type { Scene, SceneVariation } from './scene.js';

/** Trees in a park with the sun coming through the leaves. */
function paint(random: Random, { tone, warmth, side }: SceneVariation): Painting {
  const level = 2 ** (0.4 * tone);
  const warm: Colour = [1 + 0.1 * warmth, 1, 1 - 0.12 * warmth];
  const sunX = 0.5 + side * between(random, 0.2, 0.42);
  return stack([
    [canopy(random, sunX, level, warm), 6],
    [skyGaps(random, sunX, level, warm), 9],
    [trunks(random, sunX, level, warm), 8],
    [sunSpots(random, sunX, warm), 9],
    [nearLeaves(random, sunX, level, warm), 13],
  ]);
}

/** The wood in the distance: masses of leaves, darker towards the ground, and a meadow with patches of sun. */
function canopy(random: Random, sunX: number, level: number, warm: Colour): Layer {
  const noise = createNoise(random);
  const fine = createNoise(random);
  const meadowAt = between(random, 0.9, 0.98);
  return new Layer().fill((x, y) => {
    const sun = Math.exp(-((x - sunX) ** 2 * 3 + (y - 0.22) ** 2 * 2.4));
    const mass = noise(x * 3.2 + 0.25 * fine(x * 4, y * 4), y * 2.8) + 0.55 * fine(x * 11, y * 10);
    const leaf = mix(
      [0.058, 0.1, 0.028],
      [0.33, 0.445, 0.1],
      Math.min(1, Math.max(0, 0.32 + 0.7 * mass + 0.5 * sun - 0.3 * Math.max(0, y - 0.45))),
    );
    const edge = meadowAt + 0.03 * noise(x * 4, 3);
    const meadow = Math.max(0, Math.min(1, (y - edge) / 0.05));
    const patch = Math.max(0, noise(x * 2.4 + 8, y * 11) * 1.6 + 0.15);
    const grass = mix([0.17, 0.235, 0.066], [0.46, 0.52, 0.18], Math.min(1, patch * (1.15 - 0.5 * Math.abs(x - sunX))));
    const c = mix(leaf, grass, meadow);
    return [c[0] * level * warm[0], c[1] * level, c[2] * level * warm[2]];
  });
}

/** Sky between the leaves: many small holes, gathered where the leaves are thin. */
function skyGaps(random: Random, sunX: number, level: number, warm: Colour): Layer {
  const layer = new Layer();
  const thin = createNoise(random);
  const colour: Colour = times([2.5 * warm[0], 2.6, 2.2], level);
  for (let i = 0; i < 900; i++) {
    const x = between(random, -0.08, 1.08);
    const y = between(random, -0.08, 0.8);
    const chance = thin(x * 3, y * 3.4) * 1.2 - 0.12 + 0.35 * Math.exp(-((x - sunX) ** 2) * 4) - 0.75 * y;
    if (random() > chance) continue;
    const r = between(random, 0.004, 0.014);
    layer.ellipse(x, y, r, r * between(random, 0.6, 1.2), times(colour, between(random, 0.4, 1.3)), 0.85);
  }
  return layer;
}

/** Trunks at the sides, thinner and paler with distance, each with its feet in the grass. */
function trunks(random: Random, sunX: number, level: number, warm: Colour): Layer {
  const layer = new Layer();
  const bark = createNoise(random);
  const count = 5 + Math.floor(random() * 3);
  for (let i = 0; i < count; i++) {
    const near = (i + 0.5) / count;
    // Never behind the head.
    const away = between(random, 0.3, 0.55);
    const x = 0.5 + (random() < 0.5 ? -1 : 1) * away;
    const wide = 0.012 + 0.036 * near * between(random, 0.7, 1.3);
    const lean = between(random, -0.04, 0.04);
    const foot = 0.96 + 0.16 * near;
    const colour: Colour = mix([0.16 * warm[0], 0.15, 0.075], [0.085 * warm[0], 0.062, 0.042], near);
    const towards = Math.sign(sunX - x);
    layer.polygon(
      [
        [x + lean, -0.15],
        [x + lean + wide * 0.7, -0.15],
        [x + wide, foot],
        [x - wide * 0.2, foot],
      ],
      (px, y) => {
        const middle = x + lean * (1 - (y + 0.15) / (foot + 0.15)) + wide * 0.42;
        const across = Math.max(-1, Math.min(1, (px - middle) / (wide * 0.6)));
        const spots = Math.max(0, bark(px * 20, y * 9)) * 1.6;
        return times(
          colour,
          level * (0.75 + 0.9 * Math.max(0, across * towards) + spots * (0.6 + 0.4 * towards * across)),
        );
      },
    );
    for (let blade = 0; blade < 30; blade++) {
      const bx = x + between(random, -1.2, 2) * wide;
      const tall = between(random, 0.01, 0.045);
      layer.polygon(
        [
          [bx - 0.004, foot + 0.012],
          [bx + between(random, -0.012, 0.012), foot - tall],
          [bx + 0.004, foot + 0.012],
        ],
        times([0.2 * warm[0], 0.27, 0.07], level * between(random, 0.5, 1.3)),
      );
    }
  }
  return layer;
}

/** Twigs with leaves at both edges, close to the lens. */
function nearLeaves(random: Random, sunX: number, level: number, warm: Colour): Layer {
  const layer = new Layer();
  for (let i = 0; i < 9; i++) {
    const left = i % 2 === 0;
    const x = left ? between(random, -0.14, 0.1) : between(random, 0.9, 1.14);
    const nearSun = Math.exp(-((x - sunX) ** 2) * 4);
    paintCrown(layer, random, {
      x,
      y: between(random, -0.1, 0.7),
      width: between(random, 0.05, 0.11),
      height: between(random, 0.05, 0.12),
      shade: times([0.03, 0.058, 0.014], level),
      sun: times([0.24 * warm[0], 0.31, 0.065], level * (0.8 + 0.7 * nearSun)),
      towards: [Math.sign(sunX - x) * 0.5, -0.6],
      clumps: 15,
    });
  }
  return layer;
}

/** Sun on wet leaves: single sparks, most of them near the sun, in every size. */
function sunSpots(random: Random, sunX: number, warm: Colour): Layer {
  const layer = new Layer();
  for (let i = 0; i < 44; i++) {
    const x = sunX + (random() + random() + random() - 1.5) * 0.62;
    const y = between(random, -0.05, 0.85);
    const size = between(random, 0.0022, 0.006);
    const colour = mix([1 * warm[0], 0.97, 0.66], [0.84, 1, 0.55], random());
    layer.ellipse(x, y, size, size, times(colour, 3 + 26 * random() ** 2.5), 0.6);
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
    rimSided: 0.5,
    shadow: 0,
    vignette: 0.1,
    contrast: 0.24,
    saturation: 1.0,
    grain: 0.006,
  },
  paint,
};
