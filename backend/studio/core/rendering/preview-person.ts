import type { Cutout } from '../descriptor.js';
import type { Pictures } from '../pictures.js';
import type { Raster } from '../raster/rgb.js';
import type { SceneLight, SceneVariation } from '../../scenes/scene.js';
import type { Painting } from '../../scenes/layer.js';
import { enlargePainting } from './backdrop.js';
import { continueClothes } from './continue-clothes.js';
import { placePerson } from './place-person.js';
import { portrayBefore, variantLight } from './portray.js';
import { planVariants } from './variants.js';

/** How the backgrounds of previews vary: not at all. */
export const PREVIEW_VARIATION: SceneVariation = { tone: 0, warmth: 0, side: 1 };

const SEED = 1;

/** A scene whose background is painted already. */
export interface PaintedScene {
  key: string;
  light: SceneLight;
  painting: Painting;
}

/**
 * Shows a person cut out of one photo in a scene, as the first portrait of a run would.
 * @returns interleaved RGB of the portrait, and RGBA of the same part of the photo
 */
export async function previewPerson(
  pictures: Pictures,
  { cutout, picture, photo }: { cutout: Cutout; picture: Raster; photo: Raster },
  scene: PaintedScene,
  width: number,
  height: number,
): Promise<{ portrait: Uint8Array; before: Uint8Array }> {
  const [variant] = planVariants({ scene, seed: SEED, count: 1 }, [cutout]);
  if (!variant) throw new Error('a run of one portrait has no plan');
  const { crop } = variant;
  const person = await placePerson(pictures, picture, cutout, crop, width, height);
  if (cutout.endsInClothes) continueClothes(person, cutout, crop);
  const light = variantLight(scene.light, variant, cutout);
  const backdrop = enlargePainting(scene.painting, width, height);
  const portrait = portrayBefore(backdrop, light, person, PREVIEW_VARIATION, SEED, variant.contrast);
  const { rgba: before } = await placePerson(pictures, photo, cutout, crop, width, height);
  return { portrait, before };
}
