import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where pictures and uploads lie, each under a name of its own that never changes its content. */
export interface Blobs {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null for what is not there. */
  get(name: string): Promise<Buffer | null>;
  remove(names: readonly string[]): Promise<void>;
  names(): Promise<string[]>;
}

/** Keeps everything in memory: what tests want. */
export function memoryBlobs(): Blobs {
  const held = new Map<string, Buffer>();
  return {
    put: async (name, bytes) => void held.set(name, Buffer.from(bytes)),
    get: async (name) => held.get(name) ?? null,
    remove: async (names) => names.forEach((name) => held.delete(name)),
    names: async () => [...held.keys()],
  };
}

/** Keeps one file per name in a folder that only its owner reads. */
export async function folderBlobs(folder: string): Promise<Blobs> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    put: (name, bytes) => writeFile(join(folder, name), bytes, { mode: 0o600 }),
    get: async (name) => {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: async (names) => void (await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))),
    names: () => readdir(folder),
  };
}
