import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Tf from '@tensorflow/tfjs-core';
import { createFaceLibrary, type FaceLibrary, type ModelSources } from '../../core/models/face-library.js';
import { graphModelOf } from '../../core/models/graph-model.js';
import { faceLibraryFolder, faceModelFolder, readModelFile, requireModule, wasmFolder } from './model-files.js';

/**
 * Loads all models from the installed packages. Every file is checked against its SHA-256 first.
 * @throws ModelFileChanged
 */
export async function loadFaceLibrary(): Promise<FaceLibrary> {
  const tf = requireModule('@tensorflow/tfjs-core') as typeof Tf;
  serveModelsFromDisk(tf);
  const { Human } = requireModule(join(faceLibraryFolder(), 'human.node-wasm.js')) as Pick<ModelSources, 'Human'>;
  const modelBasePath = `${pathToFileURL(faceModelFolder()).href}/`;
  const sources = { tf, Human, modelBasePath, wasmPath: wasmFolder() };
  return createFaceLibrary(sources, readModelFile('selfie_multiclass_256x256.tflite'));
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
