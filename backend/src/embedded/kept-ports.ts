import { existsSync, readFileSync } from 'node:fs';
import { findFreePort, isPortFree } from './ports.js';
import { replaceFile } from './secrets.js';

type Ports = Record<string, number>;

const read = (file: string): Ports => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Ports) : {});

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
