import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll } from 'vitest';

/** Gives the tests of a file a browser that can keep things on the device, as jsdom cannot, with nothing kept. */
export function useDevice(): void {
  beforeAll(() => void (globalThis.indexedDB = new IDBFactory()));
  beforeAll(() => Object.defineProperty(navigator, 'locks', { configurable: true, value: memoryLocks() }));
  afterAll(async () => {
    // Told that its database goes, the app lets go of it and opens the next file's.
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase('bildnis');
      request.addEventListener('success', () => resolve());
      request.addEventListener('error', () => reject(request.error));
    });
    Reflect.deleteProperty(globalThis, 'indexedDB');
    Reflect.deleteProperty(globalThis, 'caches');
    Reflect.deleteProperty(navigator, 'locks');
  });
}

/** Locks as browsers have them, within one page. */
function memoryLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request(name: string, _options: object, act: () => Promise<unknown>): Promise<unknown> {
      const turn = (last.get(name) ?? Promise.resolve()).then(act);
      last.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}

/** A cache as browsers have it, without what is not needed here. */
class MemoryCache {
  readonly entries = new Map<string, Response>();
  private readonly key = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), location.origin).href;
  match = (request: RequestInfo | URL) => Promise.resolve(this.entries.get(this.key(request))?.clone());
  put = (request: RequestInfo | URL, response: Response) =>
    Promise.resolve(void this.entries.set(this.key(request), response));
  delete = (request: RequestInfo | URL) => Promise.resolve(this.entries.delete(this.key(request)));
  keys = () => Promise.resolve([...this.entries.keys()].map((url) => new Request(url)));
}

/** Gives the test a device with nothing on it: jsdom has none. @returns its caches by name */
export function freshDevice(): Map<string, MemoryCache> {
  const all = new Map<string, MemoryCache>();
  globalThis.caches = {
    open: (name: string) => Promise.resolve(all.get(name) ?? all.set(name, new MemoryCache()).get(name)!),
    has: (name: string) => Promise.resolve(all.has(name)),
    delete: (name: string) => Promise.resolve(all.delete(name)),
    keys: () => Promise.resolve([...all.keys()]),
    match: () => Promise.resolve(undefined),
  } as unknown as CacheStorage;
  return all;
}
