import { z } from 'zod';
import { readKeptFile, replaceFile } from './kept-file.js';
import { findFreePort, isPortFree } from './ports.js';

const Ports = z.record(z.string(), z.int().min(1).max(65_535));
const WITHOUT = 'Ohne sie haben Postfach und Bezahlseiten neue Adressen; sonst geht nichts verloren.';

const read = (file: string): z.infer<typeof Ports> => readKeptFile(file, Ports, WITHOUT) ?? {};

/**
 * The port a part of this data folder had last time, if it is still free, else a new one: links given out earlier (a checkout page, a mail)
 * keep working after a restart.
 */
export async function keepPort(file: string, part: string): Promise<number> {
  const last = read(file)[part];
  if (last !== undefined && (await isPortFree(last))) return last;
  const port = await findFreePort();
  replaceFile(file, JSON.stringify({ ...read(file), [part]: port })); // read again: another part may have written meanwhile
  return port;
}
