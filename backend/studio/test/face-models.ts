import type { FaceLibrary } from '../core/models/face-library.js';
import { loadFaceLibrary } from '../node/models/face-library.js';

let models: Promise<FaceLibrary> | undefined;

/** The face models of this process: files of one worker load them once. */
export const faceModels = (): Promise<FaceLibrary> => (models ??= loadFaceLibrary());
