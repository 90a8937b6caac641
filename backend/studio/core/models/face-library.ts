import type * as Tf from '@tensorflow/tfjs-core';
import type { PersonMask } from './person-mask.js';
import { createPartsMask } from './parts-mask.js';

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

/** What is wanted of faces besides their landmarks. Each takes about as long as finding the face. */
export interface FaceWish {
  embedding: boolean;
  emotion: boolean;
  /** Exact eyes, where that model is loaded; unless said. */
  iris?: boolean;
}

/** Finds faces with landmarks. */
export interface FaceDetector {
  /** @param rgb interleaved 8-bit RGB. */
  detect(rgb: Uint8Array, width: number, height: number, wish: FaceWish): Promise<LibraryFace[]>;
}

/** All loaded models. */
export interface FaceLibrary extends FaceDetector {
  personMask: PersonMask;
}

/** The face library as this engine uses it. */
export interface Human {
  load(): Promise<void>;
  models: { loaded(): string[] };
  detect(input: Tf.Tensor, config: object): Promise<{ face: LibraryFace[]; error?: string | null }>;
}

/** Which of the models are loaded besides those that find faces and their landmarks. */
export interface FaceModels {
  /** Exact eyes; without it the points of the eyes move by up to a tenth of the face. */
  iris: boolean;
  /** The likeness vector. */
  description: boolean;
  emotion: boolean;
}

/** Those whose files are small enough for a device. */
export const DEVICE_MODELS: FaceModels = { iris: false, description: false, emotion: false };

const EVERY_MODEL: FaceModels = { iris: true, description: true, emotion: true };

const configFor = ({ iris, description, emotion }: FaceModels) => ({
  backend: 'wasm',
  cacheSensitivity: 0,
  // In browsers it would keep models in a database of its own, past every proof of what they are.
  cacheModels: false,
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
    iris: { enabled: iris },
    description: { enabled: description },
    emotion: { enabled: emotion },
    antispoof: { enabled: false },
    liveness: { enabled: false },
  },
});

/** What is loaded differently from place to place: the libraries, and where their files lie. */
export interface ModelSources {
  tf: typeof Tf;
  Human: new (config: unknown) => Human;
  /** An address with a slash at its end. */
  modelBasePath: string;
  /** Likewise, or the address of each file by its name. */
  wasmPath: string | Readonly<Record<string, string>>;
  /** Every one unless said. */
  models?: FaceModels;
}

/** Loads all models into this thread (about 300 MB). @param segmentation the model of the person mask */
export async function createFaceLibrary(sources: ModelSources, segmentation: Uint8Array): Promise<FaceLibrary> {
  const detector = await createFaceDetector(sources);
  return { ...detector, personMask: createPartsMask(sources.tf, segmentation) };
}

/** Loads what finds faces into this thread. */
export async function createFaceDetector(sources: ModelSources): Promise<FaceDetector> {
  const { tf, modelBasePath, wasmPath, models = EVERY_MODEL } = sources;
  const human = new sources.Human({ ...configFor(models), modelBasePath, wasmPath });
  await human.load();
  // It says nothing of a model that could not be loaded.
  const missing = ['blazeface', 'facemesh'].filter((model) => !human.models.loaded().includes(model));
  if (missing.length > 0) throw new Error(`the face library has not loaded ${missing.join(', ')}`);
  return {
    async detect(rgb, width, height, { embedding, emotion, iris = models.iris }) {
      const input = tf.tensor3d(rgb, [height, width, 3], 'int32');
      try {
        // The library keeps what it was told last: all are said each time.
        const face = {
          description: { enabled: embedding },
          emotion: { enabled: emotion },
          iris: { enabled: iris },
        };
        const result = await human.detect(input, { face });
        if (result.error) throw new Error(result.error);
        return result.face;
      } finally {
        input.dispose();
      }
    },
  };
}
