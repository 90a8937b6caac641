import { ObjectMissing, type ListedObject, type ObjectStorage } from '../integrations/storage/index.js';
import { DAY } from '../platform/clock/index.js';
import { open, seal } from './sealed.js';

const OBJECTS = 'objects/';
/** `gone/2026-11-30/KEY` says since when the object of a copy is gone: by a name, since a copied bucket has other times. */
const GONE = 'gone/';
const ENDING = '.age';
/** Keys that are asked about at once. */
const BATCH = 500;

const copyOf = (key: string): string => `${OBJECTS}${key}${ENDING}`;
const keyOf = (copy: string): string => copy.slice(OBJECTS.length, -ENDING.length);

interface Copies {
  /** When each copy was made. */
  copies: Map<string, Date>;
  /** By the key of the object: the mark, and the day it says. */
  gone: Map<string, { mark: string; since: Date }>;
}

async function readCopies(storage: ObjectStorage): Promise<Copies> {
  const found: Copies = { copies: new Map(), gone: new Map() };
  for await (const { key, changedAt } of storage.listAll()) {
    if (key.startsWith(OBJECTS)) found.copies.set(key, changedAt);
    const [, day, of] = /^gone\/(\d{4}-\d\d-\d\d)\/(.+)$/.exec(key) ?? [];
    if (day && of) found.gone.set(of, { mark: key, since: new Date(`${day}T00:00:00Z`) });
  }
  return found;
}

/** @returns null where it was deleted since it was listed */
const readIfThere = (storage: ObjectStorage, key: string): Promise<Uint8Array | null> =>
  storage.read(key).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return null;
    throw error;
  });

interface CopyOptions {
  from: ObjectStorage;
  to: ObjectStorage;
  recipient: string;
  isCopied: (key: string) => boolean;
  /** Of these keys those that something in the database refers to. */
  wanted: (keys: string[]) => Promise<Set<string>>;
  now: Date;
  /** For so long a copy outlives its object. */
  keptDays: number;
  signal: AbortSignal;
}

export interface CopyReport {
  copied: number;
  removed: number;
  /** Copies whose object is not in the store although the database refers to it: they stay. */
  missing: number;
}

/**
 * Brings the copies of objects up to date. The copy of one that was deleted stays some days, in case that was a mistake, and then goes too; the
 * copy of one that the database refers to never goes, whatever the store says.
 */
export async function copyObjects(options: CopyOptions): Promise<CopyReport> {
  const { from, to, recipient, isCopied, signal } = options;
  const { copies, gone } = await readCopies(to);
  const isNew = ({ key, changedAt }: ListedObject): boolean => {
    const copiedAt = copies.get(copyOf(key));
    return !copiedAt || copiedAt < changedAt;
  };
  const left = new Set(copies.keys());
  let copied = 0;
  for await (const object of from.listAll()) {
    signal.throwIfAborted();
    const { key } = object;
    if (!isCopied(key)) continue;
    left.delete(copyOf(key));
    const mark = gone.get(key)?.mark;
    if (mark) await to.delete([mark]);
    const bytes = isNew(object) ? await readIfThere(from, key) : null;
    if (!bytes) continue;
    await to.put(copyOf(key), await seal(recipient, bytes), 'application/octet-stream');
    copied += 1;
  }
  return { copied, ...(await endCopies(options, [...left].map(keyOf), gone)) };
}

/** @param keys of copies whose object is gone */
async function endCopies(
  { to, wanted, now, keptDays, signal }: CopyOptions,
  keys: readonly string[],
  gone: Copies['gone'],
): Promise<Pick<CopyReport, 'removed' | 'missing'>> {
  const report = { removed: 0, missing: 0 };
  for (let start = 0; start < keys.length; start += BATCH) {
    signal.throwIfAborted();
    const batch = keys.slice(start, start + BATCH);
    const needed = await wanted(batch);
    report.missing += needed.size;
    for (const key of batch.filter((one) => !needed.has(one))) {
      const noted = gone.get(key);
      if (!noted) await to.put(`${GONE}${now.toISOString().slice(0, 10)}/${key}`, new Uint8Array(), 'text/plain');
      else if (now.getTime() - noted.since.getTime() >= keptDays * DAY) {
        await to.delete([copyOf(key), noted.mark]);
        report.removed += 1;
      }
    }
  }
  return report;
}

interface RestoreOptions {
  from: ObjectStorage;
  to: ObjectStorage;
  identity: string;
  wanted: CopyOptions['wanted'];
}

/** Puts back every object that the database refers to and that is not there. @returns how many, and the keys of copies that cannot be read */
export async function restoreObjects({ from, to, identity, wanted }: RestoreOptions): Promise<{
  restored: number;
  unreadable: string[];
}> {
  const report = { restored: 0, unreadable: [] as string[] };
  const bringBack = async (batch: string[]): Promise<void> => {
    const needed = await wanted(batch);
    for (const key of batch) {
      if (!needed.has(key) || (await to.has(key))) continue;
      const bytes = await open(identity, await from.read(copyOf(key))).catch(() => null);
      if (!bytes) report.unreadable.push(key);
      else {
        await to.put(key, bytes, 'application/octet-stream');
        report.restored += 1;
      }
    }
  };
  let batch: string[] = [];
  for await (const copy of from.list(OBJECTS)) {
    batch.push(keyOf(copy));
    if (batch.length < BATCH) continue;
    await bringBack(batch);
    batch = [];
  }
  await bringBack(batch);
  return report;
}
