import type { TrainedModel } from '../core/port.js';
import { createStudioEngine } from '../node/index.js';
import { drawnPerson } from '../../test/support/drawn-faces.js';
import { inspected } from './photo-sets.js';

/** Sizes at which drawings are trained and rendered. */
export const SMALL = { width: 256, cutoutFaceHeight: 160 };

let trained: Promise<TrainedModel> | null = null;

/** The model of a drawn person, trained once for all the files of a worker. */
export const drawnModel = (): Promise<TrainedModel> => (trained ??= train());

async function train(): Promise<TrainedModel> {
  const engine = createStudioEngine(SMALL);
  try {
    return await engine.train({ photos: await inspected(await drawnPerson(8)), onProgress: () => {} });
  } finally {
    await engine.close();
  }
}

/** Reads what a model keeps. */
export const artifactsOf =
  (model: TrainedModel) =>
  (name: string): Promise<Uint8Array> => {
    const found = model.artifacts.find((artifact) => artifact.name === name);
    return found ? Promise.resolve(found.bytes) : Promise.reject(new Error(`no artifact ${name}`));
  };
