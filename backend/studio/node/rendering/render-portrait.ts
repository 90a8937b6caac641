import sharp from 'sharp';
import type { Cutout } from '../../core/descriptor.js';
import type { Retouch } from '../../core/port.js';
import { provenanceXmp } from '../../core/provenance.js';
import { continueClothes } from '../../core/rendering/continue-clothes.js';
import type { Person } from '../../core/rendering/person.js';
import { placePerson } from '../../core/rendering/place-person.js';
import { portray, variantLight } from '../../core/rendering/portray.js';
import type { Setting } from '../../core/rendering/refine.js';
import { retouchFace } from '../../core/rendering/retouch.js';
import type { Variant } from '../../core/rendering/variants.js';
import { sceneOf } from '../../scenes/registry.js';
import { sharpPictures } from '../pictures.js';

/** Everything one portrait is made of; plain data, sent to a rendering thread. */
export interface PortraitOrder {
  scene: string;
  variant: Variant;
  cutout: Cutout;
  webp: Uint8Array;
  retouch: Retouch;
  width: number;
  height: number;
}

/** Renders one portrait to a JPEG with provenance. The same order gives the same bytes. @throws UnknownScene */
export async function renderPortrait(order: PortraitOrder): Promise<Buffer> {
  const { scene, variation, seed, contrast } = settingOf(order);
  const pixels = portray(scene, await personOf(order), variation, seed, contrast);
  return encodePortrait(pixels, order.width, order.height);
}

/** The person of a portrait, retouched and in their place. */
export async function personOf({ variant, cutout, webp, retouch, width, height }: PortraitOrder): Promise<Person> {
  const picture = await sharpPictures.decode(webp);
  retouchFace(picture, cutout, retouch);
  const person = await placePerson(sharpPictures, picture, cutout, variant.crop, width, height);
  if (cutout.endsInClothes) continueClothes(person, cutout, variant.crop);
  return person;
}

/** The scene of a portrait, with the light it has there. @throws UnknownScene */
export function settingOf({ scene: key, variant, cutout }: PortraitOrder): Setting {
  const scene = sceneOf(key);
  const { variation, backgroundSeed: seed, contrast } = variant;
  return { scene: { ...scene, light: variantLight(scene.light, variant, cutout) }, variation, seed, contrast };
}

/** JPEG, full colour resolution, with the provenance mark and nothing else. */
export const encodePortrait = (rgb: Uint8Array, width: number, height: number): Promise<Buffer> =>
  sharp(rgb, { raw: { width, height, channels: 3 } })
    .withXmp(provenanceXmp('compositeSynthetic'))
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
