import { ObjectMissing, type ObjectStorage } from '../integrations/storage/index.js';
import { DAY } from '../platform/clock/index.js';
import { open, seal } from './sealed.js';

const OBJECTS = 'objects/';
/** Says since when the object of a copy is gone. */
const GONE = 'gone/';
const ENDING = '.age';

const copyOf = (key: string): string => `${OBJECTS}${key}${ENDING}`;
const keyOf = (copy: string): string => copy.slice(OBJECTS.length, -ENDING.length);
const goneMark = (key: string): string => `${GONE}${key}`;

/** Copies, and since when objects of copies are gone. */
async function readCopies(storage: ObjectStorage): Promise<{ copies: Set<string>; marks: Map<string, Date> }> {
  const copies = new Set<string>();
  const marks = new Map<string, Date>();
  for await (const { key, changedAt } of storage.listAll()) {
    if (key.startsWith(OBJECTS)) copies.add(key);
    if (key.startsWith(GONE)) marks.set(key, changedAt);
  }
  return { copies, marks };
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
  /** What the keys begin with that are copied. */
  prefixes: readonly string[];
  now: Date;
  /** For so long a copy outlives its object. */
  keptDays: number;
}

/**
 * Brings the copies of objects up to date. An object never changes under its key, so each is copied once. The copy of one that is gone stays
 * some days, in case it went by mistake, and then goes too.
 */
export async function copyObjects({ from, to, recipient, prefixes, now, keptDays }: CopyOptions): Promise<{
  copied: number;
  removed: number;
}> {
  const { copies, marks } = await readCopies(to);
  let copied = 0;
  for (const prefix of prefixes)
    for await (const key of from.list(prefix)) {
      if (marks.has(goneMark(key))) await to.delete([goneMark(key)]);
      if (copies.delete(copyOf(key))) continue;
      const bytes = await readIfThere(from, key);
      if (!bytes) continue;
      await to.put(copyOf(key), await seal(recipient, bytes), 'application/octet-stream');
      copied += 1;
    }
  return { copied, removed: await endCopies(to, copies, marks, now, keptDays) };
}

/** @param left copies whose object is gone */
async function endCopies(
  to: ObjectStorage,
  left: ReadonlySet<string>,
  marks: ReadonlyMap<string, Date>,
  now: Date,
  keptDays: number,
): Promise<number> {
  let removed = 0;
  for (const copy of left) {
    const mark = goneMark(keyOf(copy));
    const since = marks.get(mark);
    if (!since) await to.put(mark, new Uint8Array(), 'application/octet-stream');
    else if (now.getTime() - since.getTime() >= keptDays * DAY) {
      await to.delete([copy, mark]);
      removed += 1;
    }
  }
  return removed;
}

/** Puts back every object that has a copy and is not there. @returns how many */
export async function restoreObjects(from: ObjectStorage, to: ObjectStorage, identity: string): Promise<number> {
  let restored = 0;
  for await (const copy of from.list(OBJECTS)) {
    const key = keyOf(copy);
    if (await to.has(key)) continue;
    await to.put(key, await open(identity, await from.read(copy)), 'application/octet-stream');
    restored += 1;
  }
  return restored;
}
