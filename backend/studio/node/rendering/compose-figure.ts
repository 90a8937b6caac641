import { seedOf } from '../../core/raster/random.js';
import type { Person } from '../../core/rendering/person.js';
import { portray } from '../../core/rendering/portray.js';
import { variationOf } from '../../core/rendering/render-scene.js';
import { sceneOf } from '../../scenes/registry.js';
import { encodePortrait } from './render-portrait.js';

/**
 * Puts any cut-out figure (a sculpted head, say) into a scene with the scene's light and grading, for preview pictures.
 * @param rgba straight RGBA, 4:5, of the size the picture shall have
 * @returns JPEG with provenance
 * @throws UnknownScene
 */
export function composeFigure(
  sceneKey: string,
  seed: number,
  rgba: Uint8Array,
  width: number,
  height: number,
): Promise<Buffer> {
  if (rgba.length !== width * height * 4) throw new RangeError('rgba must hold width × height × 4 bytes');
  const person: Person = { rgba, width, height, mesh: null, enlargement: 1 };
  const pixels = portray(
    sceneOf(sceneKey),
    person,
    variationOf(sceneKey, seed),
    seedOf('scene-background', sceneKey, seed),
    0,
  );
  return encodePortrait(pixels, width, height);
}
