import { openAsBlob } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from './client.js';
import { BildnisError } from './errors.js';
import type { Schemas } from './schemas.js';

// What needs a file system: for Node only.

/**
 * A picture of the file system, for `uploads`. It is read while it is sent.
 * @throws BildnisError `source_invalid` where there is no such file
 */
export async function fromPath(path: string): Promise<Blob> {
  try {
    if (!(await stat(path)).isFile()) throw new Error(`${path} is no file`);
    return await openAsBlob(path);
  } catch (error) {
    throw new BildnisError({ code: 'source_invalid', status: 0, detail: path, cause: error });
  }
}

/**
 * Saves the portraits of a run into a folder, which is made if need be, under the names the server gives them.
 *
 * @returns the paths, in the order of the portraits
 * @throws BildnisError as `download` does; errors of the file system as they are
 *
 * @example
 * const paths = await savePortraits(bildnis, await waitForGeneration(bildnis, run.id), 'portraits');
 */
export async function savePortraits(
  client: Client,
  { portraits }: Pick<Schemas['Generation'], 'portraits'>,
  folder: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const { downloadUrl, index } of portraits) {
    const response = await client.download(downloadUrl, signal ? { signal } : {});
    const path = join(folder, nameOf(response) ?? `portrait-${index + 1}.jpg`);
    await writeFile(path, new Uint8Array(await response.arrayBuffer()));
    paths.push(path);
  }
  return paths;
}

/** Only plain names: what a server says must not lead out of the folder. */
const nameOf = (response: Response): string | undefined =>
  /filename="([\w-]+(?:\.[\w-]+)*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
