import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What an emulator kept cannot be read any more. */
export class DamagedState extends Error {
  constructor(
    readonly path: string,
    whose: string,
    options: ErrorOptions,
  ) {
    super(`${path} cannot be read as the state of the ${whose} emulator`, options);
    this.name = 'DamagedState';
  }
}

/**
 * Reads a file as `parse` does; null where there is none.
 * @throws DamagedState, with `parse`'s reason, for a damaged file: a fresh start would lose without a word what it held
 */
export async function readPrivate<T>(path: string, whose: string, parse: (text: string) => T): Promise<T | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return parse(text);
  } catch (cause) {
    throw new DamagedState(path, whose, { cause });
  }
}

/** Writes a file for its owner alone, in one move: a crash leaves the old content or the new, never half of it. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
