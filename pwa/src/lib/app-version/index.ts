import type { Workbox } from 'workbox-window';
import { isBusy } from '~/lib/busy';
import { atom, store, useAtomValue } from '~/lib/state';

/**
 * `waiting`: a newer version has been fetched and waits for the customer's word. `replaced`: another tab has started it; this one
 * still runs the old scripts.
 */
export type VersionState = 'current' | 'waiting' | 'replaced';

const versionAtom = atom<VersionState>('current');

/** At most this often the server is asked for a newer version, in milliseconds. */
const ASK_EVERY = 60 * 60_000;

let worker: Workbox | null = null;
let isStarting = false;

/** Installs the service worker, once; browsers without one do without. */
export async function installApp(): Promise<void> {
  if (worker || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { Workbox: Window } = await import('workbox-window');
  const created = new Window('/sw.js');
  worker = created;
  created.addEventListener('waiting', () => store.set(versionAtom, 'waiting'));
  created.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (isStarting) location.reload();
    else if (isUpdate || isExternal) store.set(versionAtom, 'replaced');
  });
  // The server has the files of the newest version only: a screen of the old one that was not loaded yet cannot be had any more.
  addEventListener('vite:preloadError', (event) => {
    if (store.get(versionAtom) !== 'replaced' || isBusy()) return;
    event.preventDefault();
    location.reload();
  });
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_EVERY) return;
    askedAt = Date.now();
    void created.update().catch(() => undefined);
  });
  // Without a network, or where the browser forbids it, the app works as any page does.
  await created.register({ immediate: true }).catch(() => undefined);
}

/** Starts the newer version: the page is loaded again. Does nothing while that would break something. */
export function startNewVersion(): void {
  if (isBusy()) return;
  if (store.get(versionAtom) === 'replaced') return location.reload();
  isStarting = true;
  worker?.messageSkipWaiting();
}

export const useVersionState = (): VersionState => useAtomValue(versionAtom);
