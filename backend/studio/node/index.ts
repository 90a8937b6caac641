import { StudioEngine, type StudioEngineOptions } from './studio-engine.js';
import { StudioPhotoInspector, type PhotoInspectorOptions } from './processes/photo-inspector.js';

export type { StudioEngineOptions } from './studio-engine.js';
export type { Examination } from '../core/rendering/likeness.js';
export type { PhotoInspectorOptions } from './processes/photo-inspector.js';
export { InspectorClosed } from './processes/photo-inspector.js';
export { InspectorCannotStart } from './processes/inspector-process.js';
export { UnfitNetwork, type MattingOptions } from './models/matting-options.js';
export { JobFailed, ThreadLost } from './processes/thread-pool.js';
export { SCENE_KEYS, UnknownScene } from '../scenes/registry.js';
export { renderScene } from '../core/rendering/render-scene.js';
export { composeFigure } from './rendering/compose-figure.js';

/** The engine of the worker process. Threads start with the first job; `close()` ends them. */
export const createStudioEngine = (options: StudioEngineOptions = {}): StudioEngine => new StudioEngine(options);

/** The photo check of the API process. Child processes start with the first photo; `close()` ends them. */
export const createPhotoInspector = (options: PhotoInspectorOptions = {}): StudioPhotoInspector =>
  new StudioPhotoInspector(options);
