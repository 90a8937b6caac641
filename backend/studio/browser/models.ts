import '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { Human } from '../node_modules/@vladmandic/human/dist/human.esm-nobundle.js';
import {
  createFaceDetector,
  DEVICE_MODELS,
  type FaceDetector,
  type ModelSources,
} from '../core/models/face-library.js';
import { graphModelOf } from '../core/models/graph-model.js';
import { createOutlineMask } from '../core/models/outline-mask.js';
import type { PersonMask } from '../core/models/person-mask.js';
import { countBytes, FACE_FILES, fetchModels, SEGMENTER, WASM_URL, type FaceFiles } from './model-files.js';

/** Where the face library believes its models lie; they are in memory. */
const IN_MEMORY = 'memory:';

/** What one thread computes with; more would ask for headers that keep other windows out. */
const WASM_FILES = {
  'tfjs-backend-wasm.wasm': WASM_URL,
  'tfjs-backend-wasm-simd.wasm': WASM_URL,
  'tfjs-backend-wasm-threaded-simd.wasm': WASM_URL,
};

/** What finds faces and people in a photo. */
export interface Models {
  detector: FaceDetector;
  personMask: PersonMask;
}

/** Fetches and starts everything that previews need. @throws ModelFileChanged, FileNotFetched */
export async function loadModels(onProgress: (share: number) => void): Promise<Models> {
  const progress = countBytes([...FACE_FILES, SEGMENTER], onProgress);
  const [detector, segmenter] = await Promise.all([loadDetector(progress), fetchModels([SEGMENTER], progress)]);
  return { detector, personMask: createOutlineMask(tf, segmenter[SEGMENTER]) };
}

/** Fetches and starts what finds faces. @throws ModelFileChanged, FileNotFetched */
export const loadFaces = (onProgress: (share: number) => void): Promise<FaceDetector> =>
  loadDetector(countBytes(FACE_FILES, onProgress));

async function loadDetector(onBytes: (length: number) => void): Promise<FaceDetector> {
  const files = await fetchModels(FACE_FILES, onBytes);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  tf.io.registerLoadRouter((address: string | string[]) => {
    // The registry takes null for «not mine»; its type does not say so.
    if (typeof address !== 'string' || !address.startsWith(IN_MEMORY)) return null as unknown as tf.io.IOHandler;
    return { load: () => Promise.resolve(modelNamed(files, address.slice(address.lastIndexOf('/') + 1))) };
  });
  return quietly(() =>
    createFaceDetector({
      tf,
      // Its own type asks for settings that it does not need.
      Human: Human as unknown as ModelSources['Human'],
      modelBasePath: `${IN_MEMORY}//models/`,
      wasmPath: WASM_FILES,
      models: DEVICE_MODELS,
    }),
  );
}

function modelNamed(files: FaceFiles, name: string): tf.io.ModelArtifacts {
  const weights = name.replace(/\.json$/, '.bin');
  if (!(name in files) || !(weights in files)) throw new Error(`no model ${name}`);
  const of = (file: string): Uint8Array => files[file as keyof FaceFiles];
  return graphModelOf(new TextDecoder().decode(of(name)), [of(weights)]);
}

/* oxlint-disable no-console -- the face library writes its version to the console of every visitor */
async function quietly<Result>(act: () => Promise<Result>): Promise<Result> {
  const { log } = console;
  console.log = () => undefined;
  try {
    return await act();
  } finally {
    console.log = log;
  }
}
