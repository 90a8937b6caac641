import type { StudioDescriptor } from '../../core/descriptor.js';
import { DEFAULT_RETOUCH, type FacePlace, type GenerateRequest } from '../../core/port.js';
import type { Crop } from '../../core/rendering/framing.js';
import { portraitWidth } from '../../core/rendering/portrait-size.js';
import type { Variant } from '../../core/rendering/variants.js';
import type { PortraitOrder } from './render-portrait.js';

type Cutout = StudioDescriptor['cutouts'][number];

/**
 * What one portrait is made of and how large it becomes.
 * @param usualWidth pixels, where the request names none
 */
export async function orderOf(
  {
    scene,
    readArtifact,
    retouch,
    width: wished,
  }: Pick<GenerateRequest, 'scene' | 'readArtifact' | 'retouch' | 'width'>,
  cutout: Cutout,
  variant: Variant,
  usualWidth: number,
): Promise<PortraitOrder> {
  const width = portraitWidth(variant.crop, cutout.scale, wished ?? usualWidth);
  return {
    scene,
    variant,
    cutout,
    webp: await readArtifact(cutout.artifact),
    retouch: retouch ?? DEFAULT_RETOUCH,
    width,
    height: Math.round(width * 1.25),
  };
}

/** Where the face of a cutout comes to lie in a portrait that shows this crop of it. */
export function placeFace({ eye, faceHeight }: Cutout, crop: Crop, width: number): FacePlace {
  const scale = width / crop.width;
  return { x: (eye[0] - crop.x) * scale, y: (eye[1] - crop.y) * scale, height: faceHeight * scale };
}
