import { deviceDatabase, type KeptRun } from './database';
import { answerCache, KEPT_HEADER, portraitCache, portraitIdOf, portraitKey } from './names';
import { keepingOwner } from './owner';
import { answerKey, dropFromAnswers } from './run-answers';

/** What of a run is kept: its portraits as files, byte for byte, and small. */
export interface RunToKeep {
  id: string;
  /** ISO. */
  expiresAt: string | null;
  portraits: readonly { id: string; downloadUrl: string; smallUrls: readonly string[] }[];
}

/** Portraits that are fetched at the same time. */
const PARALLEL = 2;

/**
 * Keeps a run on the device, as far as its owner has agreed. What is there already is not fetched again.
 * @param fetchFile fetches a link of ours; throws where that fails
 * @returns whether all of it is on the device now
 */
export async function keepRun(run: RunToKeep, fetchFile: (url: string) => Promise<Response>): Promise<boolean> {
  const userId = await keepingOwner();
  if (!userId) return false;
  const database = await deviceDatabase();
  const expiresAt = run.expiresAt ? Date.parse(run.expiresAt) : null;
  // Known before the first file is there, so that its expiry finds it.
  const record = database.transaction('runs', 'readwrite');
  const known = (await record.store.get(run.id))?.portraitIds ?? [];
  const portraitIds = [...new Set([...known, ...run.portraits.map(({ id }) => id)])];
  await record.store.put({ id: run.id, userId, expiresAt, portraitIds });
  await record.done;
  const cache = await caches.open(portraitCache(userId));
  const links = run.portraits.flatMap(({ downloadUrl, smallUrls }) => [downloadUrl, ...smallUrls]);
  const work = links[Symbol.iterator]();
  const takeOver = async () => {
    for (const url of work) {
      const key = portraitKey(url);
      if (!key || (await cache.match(key))) continue;
      await putKept(cache, key, await fetchFile(url));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, takeOver));
  // The screen that shows them, too: a page loaded before the service worker was there has asked past it.
  const answers = await caches.open(answerCache(userId));
  if (!(await answers.match(answerKey(run.id))))
    await putKept(answers, answerKey(run.id), await fetchFile(answerKey(run.id)));
  // The device may have changed hands meanwhile, or the run or a portrait of it may have gone.
  const kept = await database.get('runs', run.id);
  if ((await keepingOwner()) === userId && kept) {
    const gone = run.portraits.filter(({ id }) => !kept.portraitIds.includes(id)).map(({ id }) => id);
    if (gone.length > 0) await dropFiles(userId, gone);
    return true;
  }
  if ((await keepingOwner()) !== userId)
    await Promise.all([portraitCache(userId), answerCache(userId)].map((name) => caches.delete(name)));
  else {
    await dropFiles(
      userId,
      run.portraits.map(({ id }) => id),
    );
    await answers.delete(answerKey(run.id));
  }
  return false;
}

/** Puts an answer into a cache with the moment it was taken. */
export async function putKept(cache: Cache, key: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set(KEPT_HEADER, new Date().toISOString());
  // What is kept is decoded already.
  headers.delete('Content-Encoding');
  await cache.put(key, new Response(await response.arrayBuffer(), { status: 200, headers }));
}

/** Whether every portrait of a run is on the device, and what its screen needs besides. */
export async function isRunKept(run: Pick<RunToKeep, 'id' | 'portraits'>): Promise<boolean> {
  const userId = await keepingOwner();
  if (!userId || !(await caches.has(portraitCache(userId)))) return false;
  const cache = await caches.open(portraitCache(userId));
  const answers = await caches.open(answerCache(userId));
  const found = await Promise.all([
    answers.match(answerKey(run.id)),
    ...run.portraits.map(({ downloadUrl }) => cache.match(portraitKey(downloadUrl) ?? downloadUrl)),
  ]);
  return found.every(Boolean);
}

async function dropFiles(userId: string, portraitIds: readonly string[]): Promise<void> {
  if (!(await caches.has(portraitCache(userId)))) return;
  const cache = await caches.open(portraitCache(userId));
  const keys = await cache.keys();
  await Promise.all(
    keys.filter(({ url }) => portraitIds.includes(portraitIdOf(url) ?? '')).map((key) => cache.delete(key)),
  );
}

/**
 * Removes single portraits from the device: they were deleted, and their run stays. The record of a run forgets them last: where this ends
 * half-way, the next comparison with the server finds what is left to do.
 */
export async function dropPortraits(ids: readonly string[]): Promise<void> {
  const userId = await keepingOwner();
  if (!userId || ids.length === 0) return;
  await dropFiles(userId, ids);
  await dropFromAnswers(userId, ids);
  const transaction = (await deviceDatabase()).transaction('runs', 'readwrite');
  for await (const cursor of transaction.store) {
    const portraitIds = cursor.value.portraitIds.filter((id) => !ids.includes(id));
    if (portraitIds.length < cursor.value.portraitIds.length) await cursor.update({ ...cursor.value, portraitIds });
  }
  await transaction.done;
  // Who was bringing them here at the same time may have looked at the record just before.
  await dropFiles(userId, ids);
}

/** Removes a run from the device: it was deleted, or its time is over. */
export async function dropRun(id: string): Promise<void> {
  const database = await deviceDatabase();
  const run = await database.get('runs', id);
  if (run) {
    await database.delete('runs', id);
    await dropFiles(run.userId, run.portraitIds);
  }
  const userId = run?.userId ?? (await keepingOwner());
  if (!userId || !(await caches.has(answerCache(userId)))) return;
  const answers = await caches.open(answerCache(userId));
  await answers.delete(answerKey(id));
}

/** The runs of a customer of which something is on the device. */
export const keptRuns = async (userId: string): Promise<KeptRun[]> =>
  (await deviceDatabase()).getAllFromIndex('runs', 'byUser', userId);

/** Removes every run whose time is over, also where no network can say so. @returns the ids of those that went */
export async function sweepRuns(now: number): Promise<string[]> {
  const database = await deviceDatabase();
  const over = (await database.getAll('runs')).filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now);
  for (const { id } of over) await dropRun(id);
  return over.map(({ id }) => id);
}
