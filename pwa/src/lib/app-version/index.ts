import type { Workbox } from 'workbox-window';
import { isBusy } from '~/lib/busy';
import { ASK_VERSION, OWN_VERSION } from './own';
import { newerVersion, noteNewer, type NewerVersion } from './state';

export { closeNotice, useIsNewerOffered } from './state';

/** At most this often the server is asked for a newer version, in milliseconds. */
const ASK_EVERY = 60 * 60_000;

let worker: Workbox | null = null;
let isStarting = false;

/** Installs the service worker, once; browsers without one do without. */
export async function installApp(): Promise<void> {
  if (worker || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { Workbox: Window, messageSW } = await import('workbox-window');
  const created = new Window('/sw.js');
  worker = created;
  // Events also tell of the first installation, which another tab may have begun. What counts is what the worker itself says it is.
  async function compare(other: ServiceWorker | null | undefined, state: NewerVersion['state']) {
    if (!other) return;
    const version = (await messageSW(other, { type: ASK_VERSION })) as string;
    if (version !== OWN_VERSION) noteNewer({ version, state });
  }
  created.addEventListener('waiting', ({ sw }) => void compare(sw, 'waiting'));
  created.addEventListener('controlling', () => {
    if (isStarting) location.reload();
    else void compare(navigator.serviceWorker.controller, 'running');
  });
  // The server has the files of the newest version only: a screen of the old one that was not loaded yet cannot be had any more.
  addEventListener('vite:preloadError', (event) => {
    if (newerVersion()?.state !== 'running' || isBusy()) return;
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

/** Resolves once a worker that is being installed waits, or has failed. */
const installed = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (worker.state !== 'installing') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });

/** How long a worker that was told to take over is waited for, in milliseconds. */
const TAKEOVER = 5_000;

/**
 * Starts the version that the server has by now, also where the browser does not know of it yet, and whatever else is under way. Where it cannot be
 * installed, the page is loaded without the worker that keeps the one before.
 */
export async function startNewestVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => undefined);
  const fetched = registration?.installing;
  if (fetched) await installed(fetched);
  if (worker && registration?.waiting) {
    isStarting = true;
    worker.messageSkipWaiting();
    setTimeout(() => location.reload(), TAKEOVER);
    return;
  }
  if (fetched?.state === 'redundant') await registration?.unregister().catch(() => undefined);
  location.reload();
}

/** Starts the newer version: the page is loaded again. Does nothing while that would break something. */
export async function startNewVersion(): Promise<void> {
  if (isBusy()) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  // Another tab may have started it a moment ago.
  if (!registration?.waiting) return location.reload();
  isStarting = true;
  worker?.messageSkipWaiting();
}
