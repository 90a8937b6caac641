import { beforeAll, expect, it } from 'vitest';
import { renderScene } from '../node/index.js';
import type { FaceLibrary } from '../core/models/face-library.js';
import { loadFaceLibrary } from '../node/models/face-library.js';
import { wholeOr } from './whole.js';
import { SCENE_KEYS } from '../scenes/registry.js';

let library: FaceLibrary;
beforeAll(async () => {
  library = await loadFaceLibrary();
});

/** Two lamps over a third, or shelves with dark gaps, and a detector sees a second person in the portrait. */
it.each(SCENE_KEYS)('%s has nothing in it that passes for a face', async (scene) => {
  const [width, height] = [820, 1025];
  for (const seed of wholeOr([3, 6, 9], [6])) {
    const faces = await library.detect(renderScene(scene, seed, width, height), width, height);
    expect(
      faces.filter((face) => face.faceScore >= 0.9 && face.boxScore > 0.45),
      `seed ${seed}`,
    ).toEqual([]);
  }
});
