import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Tf from '@tensorflow/tfjs-core';
import {
  createFaceLibrary,
  type FaceDetector,
  type FaceLibrary,
  type ModelSources,
} from '../../core/models/face-library.js';
import { graphModelOf } from '../../core/models/graph-model.js';
import { createOutlineMask } from '../../core/models/outline-mask.js';
import type { PersonMask } from '../../core/models/person-mask.js';
import { faceLibraryFolder, faceModelFolder, readModelFile, requireModule, wasmFolder } from './model-files.js';

/**
 * Loads all models from the installed packages. Every file is checked against its SHA-256 first.
 * @throws ModelFileChanged
 */
export const loadFaceLibrary = (): Promise<FaceLibrary> =>
  createFaceLibrary(modelSources(), readModelFile('selfie_multiclass_256x256.tflite'));

/** What devices have, to see here what is seen there. The face library keeps one set of models in a process: it is asked for less. */
export const deviceModels = (library: FaceDetector): { detector: FaceDetector; personMask: PersonMask } => ({
  detector: {
    detect: (rgb, width, height) =>
      library.detect(rgb, width, height, { embedding: false, emotion: false, iris: false }),
  },
  personMask: createOutlineMask(modelSources().tf, readModelFile('selfie_segmenter.tflite')),
});

function modelSources(): ModelSources {
  const tf = requireModule('@tensorflow/tfjs-core') as typeof Tf;
  serveModelsFromDisk(tf);
  const { Human } = requireModule(join(faceLibraryFolder(), 'human.node-wasm.js')) as Pick<ModelSources, 'Human'>;
  return { tf, Human, modelBasePath: `${pathToFileURL(faceModelFolder()).href}/`, wasmPath: wasmFolder() };
}

/** Lets the tensor runtime load file:// addresses: Node's fetch refuses them. */
function serveModelsFromDisk(tf: typeof Tf): void {
  tf.io.registerLoadRouter((address: string | string[]) => {
    // The registry takes null for «not mine»; its type does not say so.
    if (typeof address !== 'string' || !address.startsWith('file://')) return null as unknown as Tf.io.IOHandler;
    return { load: () => Promise.resolve(readGraphModel(basename(fileURLToPath(address)))) };
  });
}

function readGraphModel(name: string): Tf.io.ModelArtifacts {
  const description = readModelFile(name).toString('utf8');
  const { weightsManifest } = JSON.parse(description) as Tf.io.ModelJSON;
  return graphModelOf(
    description,
    weightsManifest.flatMap(({ paths }) => paths.map((path) => readModelFile(basename(path)))),
  );
}
