import type { Scene, SceneVariation } from '../../scenes/scene.js';
import { seedOf } from '../raster/random.js';
import { give } from '../raster/scratch.js';
import { createBackdrop } from './backdrop.js';
import { compose } from './compose.js';
import { develop } from './develop.js';
import type { Person } from './person.js';

/** Lights, places and develops a person in a scene. Returns interleaved RGB. */
export function portray(
  scene: Scene,
  person: Person,
  variation: SceneVariation,
  seed: number,
  contrast: number,
): Uint8Array {
  const { width, height } = person;
  const backdrop = createBackdrop(scene, seed, variation, width, height);
  compose(person, backdrop, scene.light, variation);
  // What is enlarged is sharpened hardly more: its grain and blocks would be embossed.
  const sharpen = 0.25 + 0.08 * Math.max(0, person.enlargement - 1);
  const pixels = develop(backdrop.planes, width, height, scene.light, person.rgba, {
    contrast,
    sharpen,
    grainSeed: seedOf('grain', seed),
  });
  give(...backdrop.planes);
  return pixels;
}
