/** How long to wait before the server is tried again, the longer the oftener it did not answer; milliseconds. */
const BACKOFF = [2_000, 4_000, 8_000, 15_000, 30_000] as const;
const LONGEST = 30_000;

export interface Connection {
  /** Whether sending makes no sense at the moment. */
  isDown(): boolean;
  /** Waits until it does again. @throws when the signal aborts */
  whenUp(signal: AbortSignal): Promise<void>;
  /** Notes that a request got no answer. */
  lost(): void;
  /** Notes that one did. */
  held(): void;
  /** Stops waiting: something says that the network is back. */
  tryNow(): void;
  /** Calls back when the device goes offline. */
  onOffline(cut: () => void): () => void;
  start(): void;
  stop(): void;
}

/**
 * The way to the server as the uploads see it. It is down when the device says so or a request got no answer, and up again with the
 * network, when the page comes back into view, or after a while: what a device says of its network is not always true.
 */
export function createConnection(): Connection {
  const waiting = new Set<() => void>();
  const cuts = new Set<() => void>();
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function up() {
    clearTimeout(timer);
    timer = undefined;
    const told = [...waiting];
    waiting.clear();
    for (const tell of told) tell();
  }

  function lost() {
    // Several requests are lost at once; together they are one failure.
    if (timer !== undefined) return;
    timer = setTimeout(up, navigator.onLine ? (BACKOFF[failures] ?? LONGEST) : LONGEST);
    failures += 1;
  }

  function held() {
    failures = 0;
  }

  function onOnline() {
    held();
    up();
  }

  function onOffline() {
    lost();
    for (const cut of cuts) cut();
  }

  function onVisible() {
    if (document.visibilityState === 'visible' && navigator.onLine && timer !== undefined) up();
  }

  function whenUp(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (timer === undefined) return Promise.resolve();
    return new Promise((resolve, reject) => {
      waiting.add(resolve);
      signal.addEventListener('abort', () => waiting.delete(resolve) && reject(signal.reason as Error), { once: true });
    });
  }

  return {
    isDown: () => timer !== undefined,
    whenUp,
    lost,
    held,
    tryNow: onOnline,
    onOffline(cut) {
      cuts.add(cut);
      return () => cuts.delete(cut);
    },
    start() {
      addEventListener('online', onOnline);
      addEventListener('offline', onOffline);
      document.addEventListener('visibilitychange', onVisible);
      if (!navigator.onLine) lost();
    },
    stop() {
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
