import { between, type Random } from '../core/raster/random.js';
import { smoothstep } from '../core/raster/numbers.js';
import { createNoise, Layer, mix, stack, times, type Colour, type Painting } from './layer.js';
import type { Scene, SceneLight, SceneVariation } from './scene.js';

interface Backdrop {
  /** Linear colour where the light falls, and at the rim. */
  centre: Colour;
  rim: Colour;
  /** Strength of the canvas mottling. */
  mottle: number;
  /** Radius of the lit area in picture widths. */
  reach: number;
  /** How far the tone may move with the variation, 1 for all of it. */
  play: number;
}

/** A painted canvas or paper roll with a lamp on it. */
function backdrop(b: Backdrop): (random: Random, variation: SceneVariation) => Painting {
  return (random, { tone, warmth, side }) => {
    const noise = createNoise(random);
    const cx = 0.5 - side * between(random, 0.04, 0.16);
    const cy = between(random, 0.36, 0.52);
    const angle = between(random, -0.5, 0.5);
    const level = 2 ** (tone * b.play);
    const warm: Colour = [1 + 0.05 * warmth, 1, 1 - 0.07 * warmth];
    const layer = new Layer().fill((x, y) => {
      const dx = x - cx;
      const dy = (y - cy) * 0.86;
      const t = smoothstep(0, 1, Math.hypot(dx, dy) / b.reach);
      const colour = mix(b.centre, b.rim, t);
      const u = x * Math.cos(angle) - y * Math.sin(angle);
      const v = x * Math.sin(angle) + y * Math.cos(angle);
      const cloth = 1 + b.mottle * (0.7 * noise(u * 2.6, v * 2.1) + 0.3 * noise(u * 7 + 31, v * 5.5 + 17));
      return [
        colour[0] * cloth * level * warm[0],
        colour[1] * cloth * level * warm[1],
        colour[2] * cloth * level * warm[2],
      ];
    });
    return stack([[layer, 4]]);
  };
}

const studioLight: SceneLight = {
  key: 0.5,
  keyTint: [1.01, 1, 0.985],
  fillTint: [0.985, 1, 1.02],
  stops: 0,
  wrap: 0.12,
  rim: 0.1,
  rimSided: 0,
  shadow: 0.16,
  vignette: 0.1,
  contrast: 0.25,
  saturation: 0.97,
  grain: 0.006,
};

export const studioGrey: Scene = {
  key: 'studio-grey',
  light: studioLight,
  paint: backdrop({ centre: [0.36, 0.365, 0.375], rim: [0.12, 0.122, 0.128], mottle: 0.16, reach: 0.95, play: 1 }),
};

export const studioBlue: Scene = {
  key: 'studio-blue',
  light: { ...studioLight, fillTint: [0.96, 1, 1.06] },
  paint: backdrop({ centre: [0.16, 0.25, 0.42], rim: [0.035, 0.065, 0.13], mottle: 0.18, reach: 0.95, play: 0.8 }),
};

export const warmStudio: Scene = {
  key: 'warm-studio',
  light: { ...studioLight, keyTint: [1.03, 1, 0.95], fillTint: [1.01, 1, 0.97], saturation: 1 },
  paint: backdrop({ centre: [0.5, 0.38, 0.28], rim: [0.15, 0.1, 0.068], mottle: 0.17, reach: 1, play: 0.8 }),
};

export const blackBackground: Scene = {
  key: 'black-bg',
  light: {
    ...studioLight,
    key: 0.72,
    stops: -0.08,
    wrap: 0.02,
    rim: 0.4,
    shadow: 0,
    vignette: 0.3,
    contrast: 0.38,
    saturation: 0.94,
    grain: 0.005,
  },
  paint: backdrop({
    centre: times([0.024, 0.0245, 0.027], 1),
    rim: [0.0042, 0.0043, 0.005],
    mottle: 0.22,
    reach: 0.75,
    play: 0.7,
  }),
};

export const linkedinClean: Scene = {
  key: 'linkedin',

  light: {
    ...studioLight,
    key: 0.34,
    stops: 0.03,
    wrap: 0.1,
    rim: 0,
    shadow: 0.07,
    vignette: 0,
    contrast: 0.2,
    saturation: 1,
    grain: 0.004,
  },
  paint: backdrop({ centre: [0.86, 0.87, 0.885], rim: [0.71, 0.725, 0.75], mottle: 0.012, reach: 1.15, play: 0.12 }),
};
