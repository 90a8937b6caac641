import { createRandom, seedOf, between } from '../raster/random.js';
import { give } from '../raster/scratch.js';
import { sceneOf } from '../../scenes/registry.js';
import type { Scene, SceneVariation } from '../../scenes/scene.js';
import { createBackdrop } from './backdrop.js';
import { develop } from './develop.js';

/** How a bare background, or a figure before it, varies with its seed. */
export const variationOf = (scene: string, seed: number): SceneVariation => {
  const random = createRandom(seedOf('scene', scene, seed));
  return { tone: between(random, -0.2, 0.25), warmth: between(random, -0.4, 0.5), side: random() < 0.5 ? -1 : 1 };
};

/** The bare background of a scene as interleaved RGB, 4:5. @throws UnknownScene */
export const renderScene = (sceneKey: string, seed: number, width: number, height: number): Uint8Array =>
  developScene(sceneOf(sceneKey), sceneKey, seed, width, height);

/** @param scene the scene of this key; its `paint` may return a painting made before */
export function developScene(scene: Scene, sceneKey: string, seed: number, width: number, height: number): Uint8Array {
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
