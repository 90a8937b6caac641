import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** Where everything lives that a run makes and keeps: database, queue, pictures, secrets. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || '.data');

/** Where Node keeps compiled code, so that the next process need not compile the same libraries anew. */
export const compiledFolder = join(root, 'node_modules', '.cache', 'compiled');

/** Path of a program that a workspace installed. */
export const tool = (workspace, name) => join(root, workspace, 'node_modules', '.bin', name);

const bigFile = 256 * 1024;

/**
 * A fingerprint over files and folders (contents; for big files size and time), independent of where the repository lies.
 * @param {Set<string>} without names of files and folders that do not count
 */
export function fingerprint(paths, extra = '', without = new Set(['node_modules'])) {
  const hash = createHash('sha256').update(extra);
  for (const path of paths) addToHash(hash, path, without);
  return hash.digest('hex');
}

/** The build writes these among its sources; they follow from the others. */
const isGenerated = (name) => name.endsWith('.gen.ts');

function addToHash(hash, path, without) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const facts = statSync(full);
  if (facts.isDirectory()) {
    for (const name of readdirSync(full).sort())
      if (!without.has(name) && !isGenerated(name)) addToHash(hash, `${path}/${name}`, without);
    return;
  }
  hash.update(`\n${path}\n`);
  hash.update(facts.size > bigFile ? `${facts.size} ${facts.mtimeMs}` : readFileSync(full));
}

/** Throws one clear line when less than `megabytes` are free where `folder` lies. */
export function requireSpace(folder, megabytes) {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  const facts = statfsSync(place);
  const free = Math.floor((facts.bavail * facts.bsize) / 1024 / 1024);
  if (free < megabytes) {
    throw new Error(
      `Auf dem Datenträger von ${place} sind nur ${free} MB frei, nötig sind ${megabytes} MB. Schaffen Sie Platz und starten Sie noch einmal.`,
    );
  }
}

/** Absolute path of a program on PATH, or undefined. */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder !== '' && existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}
