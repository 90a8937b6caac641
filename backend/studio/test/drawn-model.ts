import type { TrainedModel } from '../core/port.js';
import { trainStudio } from '../node/training/train.js';
import { drawnPerson } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { inspected } from './photo-sets.js';

/** Sizes at which drawings are trained and rendered. */
export const SMALL = { width: 256, cutoutFaceHeight: 160 };

let trained: Promise<TrainedModel> | null = null;

/** The model of a drawn person, trained once for all the files of a worker, with the models that it has loaded. */
export const drawnModel = (): Promise<TrainedModel> => (trained ??= train());

async function train(): Promise<TrainedModel> {
  const photos = (await inspected(await drawnPerson(8))).map(({ id, analysis, read }) => ({ id, ...analysis, read }));
  return trainStudio(faceModels, photos, { cutoutFaceHeight: SMALL.cutoutFaceHeight, onProgress: () => {} });
}

/** Reads what a model keeps. */
export const artifactsOf =
  (model: TrainedModel) =>
  (name: string): Promise<Uint8Array> => {
    const found = model.artifacts.find((artifact) => artifact.name === name);
    return found ? Promise.resolve(found.bytes) : Promise.reject(new Error(`no artifact ${name}`));
  };
