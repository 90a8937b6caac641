import sharp from 'sharp';
import type { Background } from '../../core/refining.js';
import { renderScene } from '../../core/rendering/render-scene.js';
import { refinePortrait, renderLayers } from '../rendering/refine-portrait.js';
import { renderPortrait, type PortraitOrder } from '../rendering/render-portrait.js';
import { serveTasks } from './thread-side.js';

sharp.cache(false);
sharp.concurrency(1);

/** A portrait, one that is refined or its layers, or the start of what one is made with, so that the first need not wait for it. */
export type RenderTask =
  | PortraitOrder
  | { refine: PortraitOrder; background: Background }
  | { layers: PortraitOrder }
  | { warmUp: { scene: string; width: number; height: number } };

/** Renders portraits without any model loaded: about 150 MB a thread. */
serveTasks((message) => {
  const task = message as RenderTask;
  if ('refine' in task) return refinePortrait(task.refine, task.background);
  if ('layers' in task) return renderLayers(task.layers);
  if (!('warmUp' in task)) return renderPortrait(task);
  const { scene, width, height } = task.warmUp;
  renderScene(scene, 1, width, height);
  return Promise.resolve();
});
