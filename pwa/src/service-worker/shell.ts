/** The documents that screens open in without a network, and what they refer to. */
const SHELL = 'bildnis-shell';
/** One for all screens of the app: of those that name nothing of their own to be fetched ahead, as everything is here already. */
const DOCUMENT = '/app/settings';
const OFFLINE = '/offline';

/** Paths of the app's own documents (pwa/src/site/shells.tsx): their screens can be drawn from what is on the device. */
const OF_APP = /^\/(?:app|admin)(?:\/|$)/;

export const isOfApp = (path: string): boolean => OF_APP.test(path);

/** The files a document refers to. */
const filesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)),
];

async function take(path: string): Promise<Response> {
  const response = await fetch(new Request(path, { cache: 'no-cache', credentials: 'omit' }));
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** A document with what it needs to be seen, into the cache as a whole or not at all. */
async function keepDocument(path: string): Promise<void> {
  const response = await take(path);
  const files = filesIn(await response.clone().text());
  const cache = await caches.open(SHELL);
  const missing: string[] = [];
  for (const file of files) if (!(await caches.match(file, { ignoreVary: true }))) missing.push(file);
  await Promise.all(missing.map(async (file) => cache.put(file, await take(file))));
  await cache.put(path, response);
}

/** Makes ready what opens without a network. */
export const keepShell = (): Promise<unknown> => Promise.all([keepDocument(DOCUMENT), keepDocument(OFFLINE)]);

/** Whether the server's document still belongs to the scripts of this version. */
async function isOfThisVersion(html: string): Promise<boolean> {
  const kept = await (await caches.open(SHELL)).match(DOCUMENT);
  const scripts = (text: string) =>
    filesIn(text)
      .filter((file) => file.endsWith('.js'))
      .join();
  return kept !== undefined && scripts(html) === scripts(await kept.text());
}

/** Follows what the installation says of itself; a new version is the browser's to fetch and the customer's to start. */
async function followServer(): Promise<void> {
  const html = await (await take(DOCUMENT)).text();
  if (await isOfThisVersion(html)) await keepDocument(DOCUMENT);
}

/** A screen of the app opens at once from the device; whatever else is asked for comes from the network, or says that there is none. */
export async function openPage(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(SHELL);
  if (isOfApp(new URL(event.request.url).pathname)) {
    const kept = await cache.match(DOCUMENT);
    if (kept) {
      event.waitUntil(followServer().catch(() => undefined));
      return kept;
    }
  }
  try {
    return await fetch(event.request);
  } catch (error) {
    const offline = await cache.match(OFFLINE);
    if (offline) return offline;
    throw error;
  }
}

/**
 * A file that a document of ours refers to and that is not among those of this version: it came with the document, or with a newer version
 * that waits, whose document opens already.
 */
export const shellFile = (request: Request): Promise<Response | undefined> =>
  caches.match(new URL(request.url).pathname, { ignoreVary: true });
