import type { Planes } from '../raster/guided-filter.js';
import { boxMean } from '../raster/blur.js';
import { createRandom } from '../raster/random.js';
import { resample } from '../raster/resample.js';
import { give } from '../raster/scratch.js';
import { PAINT_HEIGHT, PAINT_WIDTH, type Painting } from '../../scenes/layer.js';
import type { Scene, SceneVariation } from '../../scenes/scene.js';

/** A scene's background at portrait size, linear light, plus the small painting it came from. */
export interface Backdrop {
  planes: Planes;
  painting: Painting;
}

/** Paints a scene's background and enlarges it smoothly. The planes are scratch buffers: give them back. */
export function createBackdrop(
  scene: Scene,
  seed: number,
  variation: SceneVariation,
  width: number,
  height: number,
): Backdrop {
  return enlargePainting(scene.paint(createRandom(seed), variation), width, height);
}

/** A painting at portrait size. */
export function enlargePainting(painting: Painting, width: number, height: number): Backdrop {
  return { planes: painting.map((plane) => enlarge(plane, width, height)) as unknown as Planes, painting };
}

/** Linear enlarging shows its grid around bright discs; a box as wide as one source pixel rounds it off. */
function enlarge(plane: Float32Array, width: number, height: number): Float32Array {
  const large = resample(plane, PAINT_WIDTH, PAINT_HEIGHT, width, height);
  const radius = Math.round(width / PAINT_WIDTH / 2);
  if (radius < 1) return large;
  const smooth = boxMean(large, width, height, radius);
  give(large);
  return smooth;
}
