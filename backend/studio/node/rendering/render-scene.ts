import { createRandom, seedOf, between } from '../../core/raster/random.js';
import { give } from '../../core/raster/scratch.js';
import { sceneOf } from '../../scenes/registry.js';
import type { SceneVariation } from '../../scenes/scene.js';
import { createBackdrop } from '../../core/rendering/backdrop.js';
import { develop } from '../../core/rendering/develop.js';
import type { Person } from '../../core/rendering/person.js';
import { encodePortrait, portray } from './render-portrait.js';

const variationOf = (scene: string, seed: number): SceneVariation => {
  const random = createRandom(seedOf('scene', scene, seed));
  return { tone: between(random, -0.2, 0.25), warmth: between(random, -0.4, 0.5), side: random() < 0.5 ? -1 : 1 };
};

/** The bare background of a scene as interleaved RGB, 4:5. @throws UnknownScene */
export function renderScene(sceneKey: string, seed: number, width: number, height: number): Uint8Array {
  const scene = sceneOf(sceneKey);
  const backdrop = createBackdrop(
    scene,
    seedOf('scene-background', sceneKey, seed),
    variationOf(sceneKey, seed),
    width,
    height,
  );
  const pixels = develop(backdrop.planes, width, height, scene.light, null, {
    contrast: 0,
    sharpen: 0,
    grainSeed: seedOf('grain', seed),
  });
  give(...backdrop.planes);
  return pixels;
}

/**
 * Puts any cut-out figure (a rendered bust, say) into a scene with the scene's light and grading, for preview pictures.
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
