import 'reflect-metadata';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityName } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { PROFILE_TABLES_LEFT_OUT } from '../ai-profiles/index.js';
import {
  claim,
  copyJournal,
  copyObjects,
  dumpDatabase,
  DumpFailed,
  dumpKey,
  endOldDumps,
  installationOf,
  noteBackup,
  requireRecipient,
  restoreDump,
  sealFile,
  withBackupLock,
  withFolder,
  withScratchDatabase,
  type CopyReport,
} from '../backups/index.js';
import type { BackupConfig, Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import { SESSION_TABLES_LEFT_OUT } from '../identity/index.js';
import { createStorage, type ObjectStorage } from '../integrations/storage/index.js';
import { checkBooks } from '../invariants/index.js';
import { PUSH_TABLES_LEFT_OUT } from '../notifications/index.js';
import { databaseOptions } from '../platform/database/index.js';
import { PREVIEW_TABLES_LEFT_OUT } from '../previews/index.js';
import { CODE_TABLES_LEFT_OUT } from '../sign-in/index.js';
import { ENTITIES } from './entities.js';
import { CommandRefused } from './run-entry.js';
import { STORED_PLACES } from './stored-places.js';

/** Their tables are in a dump, their rows are not. */
const EMPTIED: readonly EntityName[] = [
  ...PROFILE_TABLES_LEFT_OUT,
  ...PREVIEW_TABLES_LEFT_OUT,
  ...SESSION_TABLES_LEFT_OUT,
  ...PUSH_TABLES_LEFT_OUT,
  ...CODE_TABLES_LEFT_OUT,
];

/** Days before the promise ends, since what is old goes with the next backup only, and one may fail. */
const DUMPS_KEPT_DAYS = facts.retention.backupDays - 2;
/** That an object is gone is seen by the next backup, and its copy removed by one after. */
const COPIES_KEPT_DAYS = facts.retention.backupDays - 4;

export interface BackupReport extends CopyReport {
  key: string;
  bytes: number;
  /** What is not right: the dump when it was restored into a database of its own, objects that are missing, a journal that lost lines. */
  faults: string[];
}

/** Where backups are made. @throws CommandRefused where nothing is configured */
export function requireBackups({ backups }: Pick<Config, 'backups'>): BackupConfig {
  if (!backups)
    throw new CommandRefused(
      'Für Sicherungen ist kein Ort eingestellt: BACKUP_RECIPIENT und BACKUP_DIR oder BACKUP_S3_… (docs/operations/backups.md).',
    );
  try {
    requireRecipient(backups.recipient);
  } catch {
    throw new CommandRefused('BACKUP_RECIPIENT ist kein öffentlicher Schlüssel von age (age1…).');
  }
  return backups;
}

const isCopied = (key: string): boolean =>
  STORED_PLACES.some(({ prefix, isBackedUp }) => isBackedUp && key.startsWith(prefix));

/** Of keys of objects those that the database refers to. */
export async function wantedKeys(orm: MikroORM, keys: string[]): Promise<Set<string>> {
  const wanted = new Set<string>();
  for (const place of STORED_PLACES) {
    const own = keys.filter((key) => key.startsWith(place.prefix));
    if (own.length > 0) for (const { key } of await place.wanted(orm.em.fork(), own)) wanted.add(key);
  }
  return wanted;
}

/** What a backup is made with. */
interface Parts {
  config: Config;
  orm: MikroORM;
  target: ObjectStorage;
  recipient: string;
  now: Date;
  signal: AbortSignal;
}

/**
 * Dumps the database, restores the dump beside it to see that it can be, encrypts it, brings the copies of objects and of the journal up to date,
 * and removes what is older than was promised. The dump comes first: what it refers to is there when the objects are copied, or was deleted.
 * @param stop ends it where it is; what it has in the clear is removed
 * @throws CommandRefused where another one is under way, the place is that of another installation, or the dump cannot be made; all the rest is
 *   done then, too
 */
export async function backUp(
  config: Config,
  now = new Date(),
  stop: AbortSignal = new AbortController().signal,
): Promise<BackupReport> {
  const { recipient, target: place } = requireBackups(config);
  try {
    const target = await createStorage({ storage: place });
    const report = await withBackupLock(config.databaseUrl, stop, async (signal) => {
      const installation = await installationOf(config.databaseUrl);
      if (!installation) throw new CommandRefused('Die Datenbank ist leer: zu sichern ist nichts.');
      if (!(await claim(target, installation)))
        throw new CommandRefused(
          'Die Sicherungen an diesem Ort sind von einer anderen Installation. Nichts wurde geändert.',
        );
      // Before the dump, which may fail again and again: what was promised to be gone goes.
      await endOldDumps(target, now, DUMPS_KEPT_DAYS);
      const orm = await MikroORM.init(databaseOptions({ url: config.databaseUrl, entities: ENTITIES, poolSize: 2 }));
      try {
        return await makeAndNote({ config, orm, target, recipient, now, signal });
      } finally {
        await orm.close();
      }
    });
    if (report === null) throw new CommandRefused('Eine andere Sicherung oder eine Migration läuft gerade.');
    return report;
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    if (stop.aborted) throw new CommandRefused('Die Sicherung wurde abgebrochen.');
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandRefused(
      error instanceof DumpFailed
        ? `Die Datenbank liess sich nicht sichern: ${reason}`
        : `Die Sicherung ist gescheitert: ${reason}`,
    );
  }
}

async function makeAndNote(parts: Parts): Promise<BackupReport> {
  const { config, orm, target, recipient, now, signal } = parts;
  const journal = { recipient, now, keptDays: config.journalDays };
  const shorter = await copyJournal(config.journalDir, target, journal);
  const dumping = await settled(putDump(parts));
  const objects = await copyObjects({
    from: await createStorage(config),
    to: target,
    recipient,
    isCopied,
    wanted: (keys) => wantedKeys(orm, keys),
    now,
    keptDays: COPIES_KEPT_DAYS,
    signal,
  });
  await copyJournal(config.journalDir, target, journal);
  const { key, bytes, faults } = dumping();
  if (objects.missing > 0) faults.push(`${objects.missing} objects that the database refers to are not in the store`);
  if (shorter.length > 0) faults.push(`the journal has fewer lines than its copy: ${shorter.join(', ')}`);
  const { copied, removed } = objects;
  await noteBackup(orm.em.fork(), { createdAt: now, bytes, copied, removed, isChecked: faults.length === 0 });
  return { key, bytes, faults, ...objects };
}

/** Brings the copies of the journal up to date, which may be done often: what was deleted since a dump is repeated by it. */
export async function copyJournalAlone(config: Config, now = new Date()): Promise<void> {
  const { recipient, target: place } = requireBackups(config);
  const target = await createStorage({ storage: place });
  const installation = await installationOf(config.databaseUrl);
  if (installation && (await claim(target, installation)))
    await copyJournal(config.journalDir, target, { recipient, now, keptDays: config.journalDays });
}

/** @returns what gives the result once it is asked for, or throws then */
const settled = <T>(work: Promise<T>): Promise<() => T> =>
  work.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );

/** The dump of the database: made, checked, encrypted and put away. */
const putDump = ({
  config,
  orm,
  target,
  recipient,
  now,
  signal,
}: Parts): Promise<Pick<BackupReport, 'key' | 'bytes' | 'faults'>> =>
  withFolder(config.databaseUrl, async (folder) => {
    const dump = join(folder, 'database.dump');
    const emptied = EMPTIED.map((entity) => orm.getMetadata().get(entity).tableName);
    await dumpDatabase(config.databaseUrl, dump, emptied, signal);
    const faults = await faultsOf(config.databaseUrl, dump, signal);
    signal.throwIfAborted();
    const sealed = `${dump}.age`;
    await sealFile(recipient, dump, sealed);
    await rm(dump);
    const key = dumpKey(now, faults.length === 0);
    await target.putFile(key, sealed, 'application/octet-stream');
    return { key, bytes: (await stat(sealed)).size, faults };
  });

/** Restores a dump beside the database it is of, and looks whether its books are right. @returns one line for each fault */
async function faultsOf(databaseUrl: string, dump: string, signal: AbortSignal): Promise<string[]> {
  try {
    return await withScratchDatabase(databaseUrl, async (url) => {
      await restoreDump(dump, url, signal);
      const orm = await MikroORM.init(databaseOptions({ url, entities: ENTITIES, poolSize: 2 }));
      try {
        return await checkBooks(orm.em.fork());
      } finally {
        await orm.close();
      }
    });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
