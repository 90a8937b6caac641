import type { TrainedModel } from '../core/port.js';
import { trainStudio } from '../node/training/train.js';
import { drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { onceInARun } from './once-in-a-run.js';
import { inspected } from './photo-sets.js';

/** Sizes at which drawings are trained and rendered. */
export const SMALL = { width: 256, cutoutFaceHeight: 160 };

/** As many as a model keeps cutouts. */
const DRAWINGS = NINE_DRAWINGS.slice(0, 5);

export interface DrawnTraining {
  model: TrainedModel;
  /** The likeness vectors of the drawings, as the check has found them. */
  embeddings: string[];
}

/** What is trained with a drawn person, once in a run. */
export const drawnTraining = (): Promise<DrawnTraining> => onceInARun('drawn-training', train);

export const drawnModel = async (): Promise<TrainedModel> => (await drawnTraining()).model;

async function train(): Promise<DrawnTraining> {
  const photos = (await inspected(await Promise.all(DRAWINGS.map(drawnPhoto)))).map(({ id, analysis, read }) => ({
    id,
    ...analysis,
    read,
  }));
  const model = await trainStudio(faceModels, photos, {
    cutoutFaceHeight: SMALL.cutoutFaceHeight,
    neededPhotos: DRAWINGS.length,
    onProgress: () => {},
  });
  return { model, embeddings: photos.map(({ embedding }) => embedding) };
}

/** Reads what a model keeps. */
export const artifactsOf =
  (model: TrainedModel) =>
  (name: string): Promise<Uint8Array> => {
    const found = model.artifacts.find((artifact) => artifact.name === name);
    return found ? Promise.resolve(found.bytes) : Promise.reject(new Error(`no artifact ${name}`));
  };
