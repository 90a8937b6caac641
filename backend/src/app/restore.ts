import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import {
  DumpFailed,
  installationIn,
  installationOf,
  newestDump,
  openIntoFile,
  restoreDump,
  restoreJournal,
  restoreObjects,
  withBackupLock,
  withFolder,
} from '../backups/index.js';
import type { Config } from '../config/index.js';
import { createStorage, isSafeKey, type ObjectStorage } from '../integrations/storage/index.js';
import { databaseOptions } from '../platform/database/index.js';
import { requireBackups, wantedKeys } from './backup.js';
import { ENTITIES } from './entities.js';
import { CommandRefused } from './run-entry.js';

export interface RestoreReport {
  /** Null where the database was there already, and only objects were brought back. */
  key: string | null;
  restored: number;
  /** Objects whose copies cannot be read. */
  unreadable: string[];
}

/**
 * Brings the newest backup, or the one of a key, into an empty database, and back into the store what the database refers to, and the lines of
 * the journal; nothing that is there is overwritten. Begun again after it broke off it goes on with the objects. Deletions made since are
 * repeated afterwards, by `replay`.
 * @param identityFile has the secret key of age, `AGE-SECRET-KEY-1…`
 * @throws CommandRefused before anything is changed, where the database is another one, there is no such backup or the key does not open it
 */
export async function restore(config: Config, identityFile: string, wanted?: string): Promise<RestoreReport> {
  const target = await createStorage({ storage: requireBackups(config).target });
  const identity = await readIdentity(identityFile);
  const store = await createStorage(config);
  const installation = await installationOf(config.databaseUrl);
  if (installation && installation !== (await installationIn(target)))
    throw new CommandRefused('Die Datenbank ist nicht leer. Wiederhergestellt wird nur in eine leere.');
  try {
    const report = await withBackupLock(config.databaseUrl, new AbortController().signal, async () => {
      const key = installation ? null : await restoreDatabase(config, target, identity, wanted);
      await restoreJournal(target, config.journalDir, identity);
      const orm = await MikroORM.init(databaseOptions({ url: config.databaseUrl, entities: ENTITIES, poolSize: 2 }));
      const isWanted = (keys: string[]) => wantedKeys(orm, keys);
      try {
        return { key, ...(await restoreObjects({ from: target, to: store, identity, wanted: isWanted })) };
      } finally {
        await orm.close();
      }
    });
    if (report === null) throw new CommandRefused('Eine Sicherung oder eine Migration läuft gerade.');
    return report;
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandRefused(
      error instanceof DumpFailed
        ? `Die Sicherung liess sich nicht einlesen: ${reason}`
        : `Die Wiederherstellung brach ab und kann nochmals begonnen werden: ${reason}`,
    );
  }
}

async function restoreDatabase(
  config: Config,
  target: ObjectStorage,
  identity: string,
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined && !isSafeKey(wanted))
    throw new CommandRefused(`«${wanted}» ist kein Name einer Sicherung.`);
  const key = wanted ?? (await newestDump(target));
  const sealed = key ? await target.open(key) : null;
  if (!key || !sealed)
    throw new CommandRefused(key ? `Eine Sicherung «${key}» gibt es nicht.` : 'Es gibt keine Sicherung.');
  await withFolder(config.databaseUrl, async (folder) => {
    const dump = join(folder, 'database.dump');
    await openIntoFile(identity, sealed.stream, dump).catch((error: unknown) => {
      throw new CommandRefused(
        `Die Sicherung lässt sich nicht öffnen, mit diesem Schlüssel oder überhaupt: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    await restoreDump(dump, config.databaseUrl);
  });
  return key;
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
