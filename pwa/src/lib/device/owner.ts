import { isLeaving, markLeaving } from '~/lib/session/leaving-mark';
import { clearDeviceDatabase, deviceDatabase } from './database';
import {
  DEVICE_PROFILE,
  DEVICE_RETOUCH,
  DEVICE_WAY_BACK,
  isPersonal,
  TAB_ANSWERS,
  TAB_DECLARATIONS,
  TAB_GUIDE,
} from './names';

/** Removes everything of any customer from this device: portraits, data, what waits to be sent. The app itself stays. */
export async function wipeDevice(): Promise<void> {
  forgetStorage();
  // A browser that keeps nothing has nothing to remove. A database that hangs keeps nobody else waiting.
  await Promise.all([clearDeviceDatabase().catch(() => undefined), removePersonalCaches()]);
  // From now on nobody owns the device; until then something may have been kept.
  await removePersonalCaches();
}

type Names = { removeItem(name: string): void };

/** A service worker has no such storage, and some pages may not use theirs. */
function forgetStorage(): void {
  forgetTab();
  try {
    const { localStorage } = globalThis as { localStorage?: Names };
    for (const name of [DEVICE_RETOUCH, DEVICE_PROFILE, DEVICE_WAY_BACK]) localStorage?.removeItem(name);
  } catch {
    // nothing is kept there
  }
}

/** Removes what a customer typed in this tab: no other one reaches it. */
export function forgetTab(): void {
  try {
    const { sessionStorage } = globalThis as { sessionStorage?: Names };
    for (const name of [TAB_ANSWERS, TAB_GUIDE, ...Object.values(TAB_DECLARATIONS)]) sessionStorage?.removeItem(name);
  } catch {
    // nothing is kept there
  }
}

async function removePersonalCaches(): Promise<void> {
  // Only secure origins have caches.
  if (!('caches' in globalThis)) return;
  const names = await caches.keys().catch(() => []);
  await Promise.all(names.filter(isPersonal).map((name) => caches.delete(name)));
}

/** Whose this tab was last. */
let tabOwner: string | null = null;

/** Takes the device over for a customer; what another one left, or was leaving when their page was closed, goes first. */
export async function claimDevice(userId: string): Promise<void> {
  if (tabOwner && tabOwner !== userId) forgetTab();
  tabOwner = userId;
  const owner = await deviceOwner();
  if (isLeaving()) {
    await wipeDevice();
    markLeaving(false);
  } else if (owner === userId) return;
  else if (owner) await wipeDevice();
  await deviceDatabase().then(
    (database) => database.put('facts', userId, 'owner'),
    () => undefined,
  );
}

/** Whose data may be on the device; null where nobody's is. */
export async function deviceOwner(): Promise<string | null> {
  try {
    return ((await (await deviceDatabase()).get('facts', 'owner')) as string | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Whose portraits and data are kept here; null while nobody has agreed to it. */
export async function keepingOwner(): Promise<string | null> {
  try {
    const transaction = (await deviceDatabase()).transaction('facts');
    const [owner, keep] = await Promise.all([transaction.store.get('owner'), transaction.store.get('keep')]);
    return keep === true ? ((owner as string | undefined) ?? null) : null;
  } catch {
    return null;
  }
}

/** What the customer answered; null before the question. @throws where the browser keeps nothing, and there is nothing to ask. */
export async function keepAnswer(): Promise<boolean | null> {
  if (!('caches' in globalThis)) throw new Error('This browser keeps no files.');
  return ((await (await deviceDatabase()).get('facts', 'keep')) as boolean | undefined) ?? null;
}

/** Records the answer. With a no, whatever is kept goes. */
export async function answerKeep(userId: string, keep: boolean): Promise<void> {
  await claimDevice(userId);
  const database = await deviceDatabase();
  await database.put('facts', keep, 'keep');
  if (keep) return;
  await database.clear('runs');
  await removePersonalCaches();
}
