import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { StartError } from './start-error.js';

/**
 * Reads a JSON file of the data folder; null where there is none.
 * @param without what somebody has to know who goes on without the file, as a German sentence
 * @throws StartError for a damaged one: a fresh start would lose without a word what it held
 */
export function readKeptFile<T>(file: string, schema: z.ZodType<T>, without: string): T | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged(file, without);
  }
}

/** Names a damaged file of the data folder, and says what to do. */
export const damaged = (file: string, without: string): StartError =>
  new StartError(
    `Die Datei «${file}» ist beschädigt. Holen Sie sie aus einer Sicherung zurück, oder löschen Sie sie und starten Sie neu. ${without}`,
  );

/** Writes a private file in one move: a crash leaves the old content or the new, never half of it. */
export function replaceFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = openSync(`${file}.new`, 'w', 0o600);
  writeSync(draft, `${content}\n`);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.new`, file);
}
