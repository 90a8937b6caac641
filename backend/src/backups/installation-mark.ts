import type { ObjectStorage } from '../integrations/storage/index.js';

const MARK = 'installation/';

/** Whose a place for backups is; null where none was made there yet. */
export async function installationIn(target: ObjectStorage): Promise<string | null> {
  for await (const key of target.list(MARK)) return key.slice(MARK.length);
  return null;
}

/** Whether a place for backups is that of this installation, or of none yet: then it is from now on. */
export async function claim(target: ObjectStorage, installation: string): Promise<boolean> {
  const found = await installationIn(target);
  if (found === null) await target.put(`${MARK}${installation}`, new Uint8Array(), 'text/plain');
  return found === null || found === installation;
}
