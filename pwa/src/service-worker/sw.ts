import { cleanupOutdatedCaches, matchPrecache, precache, type PrecacheEntry } from 'workbox-precaching';
import { ASK_VERSION, OWN_VERSION } from '~/lib/app-version/own';
import { sweepRuns } from '~/lib/device/kept-runs';
import { TAKE_SHARED } from '~/lib/shared-photos/names';
import { answer, isKeptAnswer } from './answers';
import { isPortrait, portrait } from './portraits';
import { isPreview, preview } from './previews';
import { openFromNotification, renewSubscription, showPush } from './push';
import { handOver, isShare, takeShare } from './shared-photos';
import { keepShell, openPage, shellFile } from './shell';
import { dropStudioFiles, isStudioFile, studioFile } from './studio-files';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// The files of this version; those of the last one go when this one takes over.
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('install', (event) => event.waitUntil(keepShell()));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), sweepRuns(Date.now()).catch(() => undefined), dropStudioFiles()])),
);

self.addEventListener('message', ({ data, ports }) => {
  const { type } = (data ?? {}) as { type?: unknown };
  // The customer has agreed to the new version: it starts at once.
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === ASK_VERSION) ports[0]?.postMessage(OWN_VERSION);
  if (type === TAKE_SHARED) handOver(ports[0]);
});

const file = async (request: Request): Promise<Response> =>
  (await matchPrecache(request.url)) ?? (await shellFile(request)) ?? fetch(request);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (isShare(request)) event.respondWith(takeShare(event));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (isPortrait(request)) event.respondWith(portrait(request));
  else if (isPreview(request)) event.respondWith(preview(request));
  else if (isKeptAnswer(request)) event.respondWith(answer(request));
  else if (isStudioFile(request))
    event.respondWith(studioFile({ request, waitUntil: (kept) => event.waitUntil(kept) }));
  else if (/^\/(?:assets|icons)\//.test(url.pathname)) event.respondWith(file(request));
});

self.addEventListener('push', showPush);
self.addEventListener('notificationclick', openFromNotification);
self.addEventListener('pushsubscriptionchange', renewSubscription);
