import { workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { TooFewUsablePhotos, type EngineProgress } from '../../core/port.js';
import type { FaceLibrary } from '../../core/models/face-library.js';
import { analysePhoto } from '../../core/training/analyse.js';
import { examine, likenessOf } from '../../core/rendering/likeness.js';
import { loadFaceLibrary } from '../models/face-library.js';
import { loadMattingNetwork, type MattingNetwork } from '../models/matting-network.js';
import type { MattingOptions } from '../models/matting-options.js';
import { sharpPictures } from '../pictures.js';
import { trainStudio } from '../training/train.js';
import { ask, report, serveTasks } from './thread-side.js';

sharp.cache(false);

/** Tasks of the one thread that has the models. */
export type AnalysisTask =
  | {
      kind: 'train';
      photos: { id: string; embedding: string; perceptualHash: string }[];
      cutoutFaceHeight: number;
      /** Fewer photos than a profile needs, for previews. */
      neededPhotos?: number;
    }
  | { kind: 'warm-up' }
  | { kind: 'likeness'; jpeg: Uint8Array; references: string[] }
  | { kind: 'examine'; jpeg: Uint8Array; references: string[] }
  | { kind: 'try-matting' };

/** What a training reports: its progress, or the wish for a photo's bytes. */
export type AnalysisEvent = { progress: EngineProgress } | { photo: number; id: number };

let library: Promise<FaceLibrary> | null = null;
const loaded = (): Promise<FaceLibrary> => (library ??= loadFaceLibrary());

/** The operator's own network, if there is one. */
const { matting } = workerData as { matting: MattingOptions | null };
let network: Promise<MattingNetwork> | null = null;

/** What cuts people out: only a training needs the network. */
async function loadedForTraining(): Promise<FaceLibrary> {
  const models = await loaded();
  return matting ? { ...models, personMask: await (network ??= loadMattingNetwork(matting)) } : models;
}

/** What the first work of a thread would wait for: the models, and the first look of each. */
async function warmUp(): Promise<void> {
  const { personMask, ...library } = await loadedForTraining();
  const [width, height] = [512, 640];
  const plain = { data: new Uint8Array(width * height * 3).fill(128), width, height };
  await analysePhoto(sharpPictures, library, plain, 0);
  await personMask.run(new Float32Array(personMask.width * personMask.height * 3).fill(0.5));
}

serveTasks(
  async (message) => {
    const task = message as AnalysisTask;
    if (task.kind === 'warm-up') return warmUp();
    if (task.kind === 'likeness') return likenessOf(sharpPictures, await loaded(), task.jpeg, task.references);
    if (task.kind === 'examine') return examine(sharpPictures, await loaded(), task.jpeg, task.references);
    if (task.kind === 'try-matting') return matting && (await loadMattingNetwork(matting)).lookMs;
    return trainStudio(
      loadedForTraining,
      task.photos.map((photo, index) => ({
        ...photo,
        read: () => ask<Uint8Array>({ photo: index }),
      })),
      {
        cutoutFaceHeight: task.cutoutFaceHeight,
        onProgress: (progress) => report({ progress }),
        ...(task.neededPhotos ? { neededPhotos: task.neededPhotos } : {}),
      },
    );
  },
  (error) =>
    error instanceof TooFewUsablePhotos
      ? { usable: error.usable, needed: error.needed, setAside: error.setAside }
      : undefined,
);
