import { between, createRandom, seedOf } from '../raster/random.js';
import type { SceneVariation } from '../scenes/scene.js';
import type { FramingWish } from './framing.js';

/** Everything that makes one portrait of a run different from the others. */
export interface Variant {
  index: number;
  /** Which cutout, as a place in the profile's list. */
  source: number;
  framing: FramingWish;
  variation: SceneVariation;
  /** Seed of the background. */
  backgroundSeed: number;
  /** Added to the scene's contrast. */
  contrast: number;
  /** Factor on the scene's key light. */
  key: number;
}

/** What the plan must know of each cutout. */
export interface VariantSource {
  quality: number;
  /** Brightness of the right half of the face over the left, in stops. */
  sideLight: number;
}

const SOURCE_ORDER = [0, 1, 2, 0, 3, 1, 4, 2];
/** Crop heights in face heights: from close to half figure, spread so that neighbours differ clearly. */
const FACES = [2.6, 3.0, 2.35, 3.2, 2.75, 2.45, 2.9, 3.1];
const EYE_LINES = [0.385, 0.4, 0.39, 0.375, 0.41, 0.395, 0.38, 0.4];
const SHIFTS = [0, 0.025, -0.02, -0.035, 0.015, 0.03, -0.03, -0.01];
const TONES = [0, 0.3, -0.25, 0.15, -0.35, 0.2, 0.35, -0.12];
const WARMTHS = [0, 0.5, -0.6, 0.9, -0.25, 0.7, -0.8, 0.3];

/** Plans a run. The order starts at a place given by the seed, so that a second run does not repeat the first. */
export function planVariants(scene: string, seed: number, count: number, sources: readonly VariantSource[]): Variant[] {
  const random = createRandom(seedOf('variants', scene, seed));
  const start = Math.floor(random() * 8);
  return Array.from({ length: count }, (_, index) => {
    const at = (index + start) % 8;
    const source = SOURCE_ORDER[index % 8] % sources.length;
    const free = index % 2 === 0 ? 1 : -1;
    const { sideLight } = sources[source];
    return {
      index,
      source,
      framing: {
        faces: FACES[at] + between(random, -0.06, 0.06),
        eyeLine: EYE_LINES[at] + between(random, -0.008, 0.008),
        shift: SHIFTS[at] + between(random, -0.008, 0.008),
      },
      variation: {
        tone: TONES[at] + between(random, -0.06, 0.06),
        warmth: WARMTHS[at] + between(random, -0.1, 0.1),
        // Fighting the light that is in the photo looks false; without a clear one the side is free.
        side: Math.abs(sideLight) > 0.2 ? (sideLight > 0 ? 1 : -1) : free,
      },
      backgroundSeed: seedOf('background', scene, seed, index),
      contrast: between(random, -0.05, 0.05),
      key: between(random, 0.8, 1.15),
    };
  });
}
