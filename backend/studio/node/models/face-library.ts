import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Tf from '@tensorflow/tfjs-core';
import { faceLibraryFolder, faceModelFolder, readModelFile, requireModule, wasmFolder } from './model-files.js';
import { createPersonMask, type PersonMask } from '../../core/models/person-mask.js';

/** One face as the library reports it, in pixels of the picture given. */
export interface LibraryFace {
  boxScore: number;
  faceScore: number;
  box: [x: number, y: number, width: number, height: number];
  /** 478 points; z grows away from the camera, in the same unit as x and y. */
  mesh: [x: number, y: number, z: number][];
  rotation: { angle: { roll: number; yaw: number; pitch: number } } | null;
  embedding?: number[];
  emotion?: { score: number; emotion: string }[];
}

/** The loaded models: faces with landmarks and likeness vectors, and the person mask. */
export interface FaceLibrary {
  /** @param rgb interleaved 8-bit RGB. */
  detect(rgb: Uint8Array, width: number, height: number): Promise<LibraryFace[]>;
  personMask: PersonMask;
}

interface HumanInstance {
  load(): Promise<void>;
  detect(input: Tf.Tensor): Promise<{ face: LibraryFace[]; error?: string | null }>;
}

const CONFIG = {
  backend: 'wasm',
  cacheSensitivity: 0,
  warmup: 'none',
  debug: false,
  async: false,
  filter: { enabled: false },
  gesture: { enabled: false },
  body: { enabled: false },
  hand: { enabled: false },
  object: { enabled: false },
  segmentation: { enabled: false },
  face: {
    enabled: true,
    detector: { rotation: true, maxDetected: 8, minConfidence: 0.3, minSize: 20 },
    mesh: { enabled: true },
    iris: { enabled: true },
    description: { enabled: true },
    emotion: { enabled: true },
    antispoof: { enabled: false },
    liveness: { enabled: false },
  },
};

/**
 * Loads all models into this thread (about 300 MB). Every file is checked against its SHA-256 first.
 * @throws ModelFileChanged
 */
export async function loadFaceLibrary(): Promise<FaceLibrary> {
  const tf = requireModule('@tensorflow/tfjs-core') as typeof Tf;
  serveModelsFromDisk(tf);
  const { Human } = requireModule(join(faceLibraryFolder(), 'human.node-wasm.js')) as {
    Human: new (config: unknown) => HumanInstance;
  };
  const modelBasePath = `${pathToFileURL(faceModelFolder()).href}/`;
  const human = new Human({ ...CONFIG, modelBasePath, wasmPath: wasmFolder() });
  await human.load();
  const personMask = createPersonMask(tf, readModelFile('selfie_segmentation.tflite'));
  return {
    personMask,
    async detect(rgb, width, height) {
      const input = tf.tensor3d(rgb, [height, width, 3], 'int32');
      try {
        const result = await human.detect(input);
        if (result.error) throw new Error(result.error);
        return result.face;
      } finally {
        input.dispose();
      }
    },
  };
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
  const model = JSON.parse(readModelFile(name).toString('utf8')) as Tf.io.ModelJSON;
  const [manifest] = model.weightsManifest;
  if (!manifest) throw new Error(`${name} names no weights`);
  const parts = manifest.paths.map((path) => readModelFile(basename(path)));
  const bytes = Buffer.concat(parts);
  return {
    modelTopology: model.modelTopology,
    format: model.format,
    generatedBy: model.generatedBy,
    convertedBy: model.convertedBy,
    signature: model.signature,
    userDefinedMetadata: model.userDefinedMetadata,
    weightSpecs: manifest.weights,
    weightData: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  };
}
