import 'reflect-metadata';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityName } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { PROFILE_TABLES_LEFT_OUT } from '../ai-profiles/index.js';
import {
  copyObjects,
  dumpDatabase,
  DumpFailed,
  dumpKey,
  endOldDumps,
  noteBackup,
  restoreDump,
  seal,
  sealFile,
  withBackupLock,
  withScratchDatabase,
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

/** A day before the promise ends: the next backup, which removes what is old, is made a day later. */
const DUMPS_KEPT_DAYS = facts.retention.backupDays - 1;
/** That an object is gone is seen by the next backup, and its copy removed by one after. */
const COPIES_KEPT_DAYS = facts.retention.backupDays - 2;

export interface BackupReport {
  key: string;
  bytes: number;
  copied: number;
  removed: number;
  /** What was found when the dump was restored into a database of its own: nothing where its books are right. */
  faults: string[];
}

/** Where backups are made. @throws CommandRefused where nothing is configured */
export function requireBackups({ backups }: Pick<Config, 'backups'>): BackupConfig {
  if (backups) return backups;
  throw new CommandRefused(
    'Für Sicherungen ist kein Ort eingestellt: BACKUP_RECIPIENT und BACKUP_DIR oder BACKUP_S3_… (docs/operations/backups.md).',
  );
}

/** What a backup is made with. */
interface Parts {
  config: Config;
  orm: MikroORM;
  target: ObjectStorage;
  recipient: string;
  now: Date;
}

/**
 * Dumps the database, restores the dump beside it to see that it can be, encrypts it, brings the copies of objects and of the journal up to date,
 * and removes what is older than was promised. The dump comes first: what it refers to is there when the objects are copied, or was deleted.
 * @throws CommandRefused where another one is under way, or the dump cannot be made; all the rest is done then, too
 */
export async function backUp(config: Config, now = new Date()): Promise<BackupReport> {
  const { recipient, target: place } = requireBackups(config);
  const target = await createStorage({ storage: place });
  const orm = await MikroORM.init(databaseOptions({ url: config.databaseUrl, entities: ENTITIES, poolSize: 2 }));
  const parts = { config, orm, target, recipient, now };
  try {
    const report = await withBackupLock(config.databaseUrl, async () => {
      const dumping = await settled(putDump(parts));
      // However long dumps have failed: what was promised to be gone goes.
      await endOldDumps(target, now, DUMPS_KEPT_DAYS);
      const objects = await copyObjects({
        from: await createStorage(config),
        to: target,
        recipient,
        prefixes: STORED_PLACES.filter(({ isBackedUp }) => isBackedUp).map(({ prefix }) => prefix),
        now,
        keptDays: COPIES_KEPT_DAYS,
      });
      await copyJournal(config.journalDir, target, recipient);
      return { ...dumping(), ...objects };
    });
    if (report === null) throw new CommandRefused('Eine andere Sicherung läuft gerade.');
    const { bytes, copied, removed, faults } = report;
    await noteBackup(orm.em.fork(), { createdAt: now, bytes, copied, removed, isChecked: faults.length === 0 });
    return report;
  } catch (error) {
    if (!(error instanceof DumpFailed)) throw error;
    throw new CommandRefused(`Die Datenbank liess sich nicht sichern: ${error.message}`);
  } finally {
    await orm.close();
  }
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
async function putDump({
  config,
  orm,
  target,
  recipient,
  now,
}: Parts): Promise<Omit<BackupReport, 'copied' | 'removed'>> {
  const folder = await mkdtemp(join(tmpdir(), 'bildnis-backup-'));
  try {
    const dump = join(folder, 'database.dump');
    const emptied = EMPTIED.map((entity) => orm.getMetadata().get(entity).tableName);
    await dumpDatabase(config.databaseUrl, dump, emptied);
    const faults = await faultsOf(config.databaseUrl, dump);
    const sealed = `${dump}.age`;
    await sealFile(recipient, dump, sealed);
    await rm(dump);
    const key = dumpKey(now);
    await target.putFile(key, sealed, 'application/octet-stream');
    return { key, bytes: (await stat(sealed)).size, faults };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Restores a dump beside the database it is of, and looks whether its books are right. @returns one line for each fault */
async function faultsOf(databaseUrl: string, dump: string): Promise<string[]> {
  try {
    return await withScratchDatabase(databaseUrl, async (url) => {
      await restoreDump(dump, url);
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

/** Deletions of months, which are only ever added to: the same file again and again. */
async function copyJournal(folder: string, target: ObjectStorage, recipient: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    await target.put(
      journalKey(name),
      await seal(recipient, await readFile(join(folder, name))),
      'application/octet-stream',
    );
}

export const JOURNAL = 'journal/';
const journalKey = (name: string): string => `${JOURNAL}${name}.age`;
