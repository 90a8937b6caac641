import sharp from 'sharp';
import type { Cutout } from '../../core/descriptor.js';
import { seedOf } from '../../core/raster/random.js';
import { give } from '../../core/raster/scratch.js';
import { sceneOf } from '../../scenes/registry.js';
import type { Scene, SceneVariation } from '../../scenes/scene.js';
import { createBackdrop } from '../../core/rendering/backdrop.js';
import { compose } from '../../core/rendering/compose.js';
import { develop } from '../../core/rendering/develop.js';
import { placePerson } from './place-person.js';
import type { Person } from '../../core/rendering/person.js';
import { provenanceXmp } from '../../core/provenance.js';
import type { Variant } from '../../core/rendering/variants.js';

/** Everything one portrait is made of; plain data, sent to a rendering thread. */
export interface PortraitOrder {
  scene: string;
  variant: Variant;
  cutout: Cutout;
  webp: Buffer;
  width: number;
  height: number;
}

/** Renders one portrait to a JPEG with provenance. The same order gives the same bytes. @throws UnknownScene */
export async function renderPortrait(order: PortraitOrder): Promise<Buffer> {
  const { variant, cutout, width, height } = order;
  const scene = sceneOf(order.scene);
  const person = await placePerson(order.webp, cutout, variant.crop, width, height);
  const light = { ...scene.light, key: scene.light.key * variant.key, stops: scene.light.stops + variant.stops };
  const pixels = portray({ ...scene, light }, person, variant.variation, variant.backgroundSeed, variant.contrast);
  return encodePortrait(pixels, width, height);
}

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
  const sharpen = Math.min(0.7, Math.max(0.25, 0.25 + 0.3 * (person.enlargement - 1)));
  const pixels = develop(backdrop.planes, width, height, scene.light, person.rgba, {
    contrast,
    sharpen,
    grainSeed: seedOf('grain', seed),
  });
  give(...backdrop.planes);
  return pixels;
}

/** JPEG, full colour resolution, with the provenance mark and nothing else. */
export const encodePortrait = (rgb: Uint8Array, width: number, height: number): Promise<Buffer> =>
  sharp(rgb, { raw: { width, height, channels: 3 } })
    .withXmp(provenanceXmp('compositeSynthetic'))
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
