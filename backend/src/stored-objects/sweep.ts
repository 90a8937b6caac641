import type { EntityManager } from '@mikro-orm/postgresql';
import { isSafeKey, type ObjectStorage } from '../integrations/storage/index.js';
import type { Place } from './place.js';

/** Younger ones may belong to something under way. */
export const ORPHAN_AGE_MS = 24 * 3_600_000;
const BATCH = 500;
/** How many are asked for at once. */
const AT_ONCE = 8;
const EXAMPLES = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface Found {
  count: number;
  /** Keys, the first of them. */
  examples: string[];
}

export interface SweepReport {
  objects: number;
  /** Objects older than a day that nothing refers to, by what they would be. */
  orphans: Record<string, Found>;
  /** Objects in no place of ours. They stay. */
  strange: Found;
  /** Rows whose object is missing. */
  missing: Record<string, Found>;
  /** Halves of writes that were broken off. */
  unfinished: number;
  repaired: boolean;
}

export interface SweepOptions {
  /** Every kind of object there is. */
  places: readonly Place[];
  now: Date;
  repair: boolean;
  signal?: AbortSignal;
}

/**
 * Compares the store with the database, in batches and without holding either. Repairing deletes what nothing refers to, and mends rows
 * whose object is missing where their place says how; any other such row is only reported, since the operator must learn why. Running
 * it beside everything else, twice at once, or only half of it does no harm.
 */
export async function sweepStorage(
  em: EntityManager,
  storage: ObjectStorage,
  { places, now, repair, signal }: SweepOptions,
): Promise<SweepReport> {
  const report: SweepReport = {
    objects: 0,
    orphans: {},
    strange: none(),
    missing: {},
    unfinished: 0,
    repaired: repair,
  };
  const before = new Date(now.getTime() - ORPHAN_AGE_MS);
  await findOrphans(em, storage, report, { places, before, repair, signal });
  for (const place of places) await findMissing(em, storage, place, report, { repair, signal });
  if (repair) report.unfinished = await storage.clearUnfinished(before);
  return report;
}

/** @returns whether store and database agree, apart from what has just been mended. */
export function isTidy({ orphans, missing, repaired }: SweepReport): boolean {
  return Object.keys(missing).length === 0 && (repaired || Object.keys(orphans).length === 0);
}

type Task = { repair: boolean; signal: AbortSignal | undefined };

async function findOrphans(
  em: EntityManager,
  storage: ObjectStorage,
  report: SweepReport,
  { places, before, repair, signal }: Task & { places: readonly Place[]; before: Date },
): Promise<void> {
  const waiting = new Map<Place, string[]>();
  const settle = async (place: Place, keys: string[]) => {
    signal?.throwIfAborted();
    const orphans = await unwanted(em, place, keys);
    // Asked again right before, since deleting cannot be taken back.
    if (repair && orphans.length > 0) await storage.delete(await unwanted(em, place, orphans));
    for (const key of orphans) note((report.orphans[place.name] ??= none()), key);
  };
  for await (const { key, changedAt } of storage.listAll()) {
    report.objects += 1;
    const place = places.find(({ prefix }) => key.startsWith(prefix));
    if (!place || !isSafeKey(key)) {
      note(report.strange, key);
      continue;
    }
    if (changedAt >= before) continue;
    const keys = waiting.get(place) ?? [];
    keys.push(key);
    waiting.set(place, keys);
    if (keys.length < BATCH) continue;
    waiting.delete(place);
    await settle(place, keys);
  }
  for (const [place, keys] of waiting) await settle(place, keys);
}

async function unwanted(em: EntityManager, place: Place, keys: string[]): Promise<string[]> {
  const wanted = new Set((await place.wanted(em, keys)).map(({ key }) => key));
  return keys.filter((key) => !wanted.has(key));
}

async function findMissing(
  em: EntityManager,
  storage: ObjectStorage,
  place: Place,
  report: SweepReport,
  { repair, signal }: Task,
): Promise<void> {
  if (!place.needed) return;
  let after = FIRST_ID;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await place.needed(em, after, BATCH);
    if (rows.length === 0) return;
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      await Promise.all(
        rows.slice(start, start + AT_ONCE).map(async ({ key }) => {
          if (await storage.has(key)) return;
          // A row that went meanwhile took its object along.
          if ((await unwanted(em, place, [key])).length > 0) return;
          note((report.missing[place.name] ??= none()), key);
          if (repair) await place.mend?.(em, key);
        }),
      );
    }
    after = rows.reduce((last, { id }) => (id > last ? id : last), after);
  }
}

const none = (): Found => ({ count: 0, examples: [] });

function note(found: Found, key: string): void {
  found.count += 1;
  if (found.examples.length < EXAMPLES) found.examples.push(key);
}
