import type { Scene, SceneLight, SceneVariation } from '../../scenes/scene.js';
import type { Cutout } from '../descriptor.js';
import { seedOf } from '../raster/random.js';
import { give } from '../raster/scratch.js';
import { createBackdrop, type Backdrop } from './backdrop.js';
import { compose, type Cover } from './compose.js';
import { develop } from './develop.js';
import type { Person } from './person.js';
import type { Variant } from './variants.js';

/** Lights, places and develops a person in a scene. Returns interleaved RGB. */
export function portray(
  scene: Scene,
  person: Person,
  variation: SceneVariation,
  seed: number,
  contrast: number,
): Uint8Array {
  const { width, height } = person;
  return portrayBefore(
    createBackdrop(scene, seed, variation, width, height),
    scene.light,
    person,
    variation,
    seed,
    contrast,
  );
}

/** The scene's light as one portrait of a run has it. */
export const variantLight = (
  light: SceneLight,
  { key, stops }: Variant,
  { isGrey }: Pick<Cutout, 'isGrey'>,
): SceneLight => ({
  ...light,
  key: light.key * key,
  stops: light.stops + stops,
  // A grey person before a coloured background looks pasted.
  saturation: isGrey ? 0 : light.saturation,
});

/** The same before a background that is painted already. */
export function portrayBefore(
  backdrop: Backdrop,
  light: SceneLight,
  person: Person,
  variation: SceneVariation,
  seed: number,
  contrast: number,
  cover?: Cover,
): Uint8Array {
  const { width, height } = person;
  compose(person, backdrop, light, variation, cover);
  // What is enlarged is sharpened hardly more: its grain and blocks would be embossed.
  const sharpen = 0.25 + 0.08 * Math.max(0, person.enlargement - 1);
  const pixels = develop(backdrop.planes, width, height, light, person.rgba, {
    contrast,
    sharpen,
    grainSeed: seedOf('grain', seed),
    isLayer: cover?.isLayer ?? false,
  });
  give(...backdrop.planes);
  return pixels;
}
