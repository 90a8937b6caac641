import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DumpFailed,
  isEmptyDatabase,
  newestDump,
  open,
  openIntoFile,
  restoreDump,
  restoreObjects,
} from '../backups/index.js';
import type { Config } from '../config/index.js';
import { createStorage, type ObjectStorage } from '../integrations/storage/index.js';
import { JOURNAL, requireBackups } from './backup.js';
import { CommandRefused } from './run-entry.js';

export interface RestoreReport {
  key: string;
  objects: number;
}

/**
 * Brings the newest backup, or the one of a key, into an empty database and back into the store and the journal; nothing that is there is
 * overwritten. Deletions made since are repeated afterwards, by `replay`.
 * @param identityFile has the secret key of age, `AGE-SECRET-KEY-1…`
 * @throws CommandRefused before anything is changed, where the database is not empty, there is no such backup or the key does not open it
 */
export async function restore(config: Config, identityFile: string, wanted?: string): Promise<RestoreReport> {
  const target = await createStorage({ storage: requireBackups(config).target });
  const identity = await readIdentity(identityFile);
  if (!(await isEmptyDatabase(config.databaseUrl)))
    throw new CommandRefused('Die Datenbank ist nicht leer. Wiederhergestellt wird nur in eine leere.');
  const key = wanted ?? (await newestDump(target));
  const sealed = key ? await target.open(key) : null;
  if (!key || !sealed)
    throw new CommandRefused(key ? `Eine Sicherung «${key}» gibt es nicht.` : 'Es gibt keine Sicherung.');
  const folder = await mkdtemp(join(tmpdir(), 'bildnis-restore-'));
  try {
    const dump = join(folder, 'database.dump');
    await openIntoFile(identity, sealed.stream, dump).catch((error: unknown) => {
      throw new CommandRefused(`Die Sicherung lässt sich mit diesem Schlüssel nicht öffnen: ${String(error)}`);
    });
    await restoreDump(dump, config.databaseUrl);
    await restoreJournal(target, config.journalDir, identity);
    return { key, objects: await restoreObjects(target, await createStorage(config), identity) };
  } catch (error) {
    throw error instanceof DumpFailed
      ? new CommandRefused(`Die Sicherung liess sich nicht einlesen: ${error.message}`)
      : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As age's own program writes it: comments, and one line with the key. */
async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandRefused(`Die Datei ${file} lässt sich nicht lesen.`);
  });
  const identity = /^AGE-SECRET-KEY-[A-Z0-9-]+$/m.exec(text)?.[0];
  if (!identity) throw new CommandRefused(`In ${file} steht kein Schlüssel von age (AGE-SECRET-KEY-…).`);
  return identity;
}

/** A month that is here already may have lines that the copy has not. */
async function restoreJournal(target: ObjectStorage, folder: string, identity: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const key of target.list(JOURNAL)) {
    const name = key.slice(JOURNAL.length, -'.age'.length);
    const bytes = await open(identity, await target.read(key));
    await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
