import type { Socket } from 'socket.io-client';
import { liveEventNames, type LiveEvents } from './generated/live-events.js';
import type { Transport } from './operations.js';

export type LiveEventName = keyof LiveEvents;

interface Signals {
  /** The server listens to us; events from now on arrive. Refetch what may have changed meanwhile. */
  connected: void;
  disconnected: void;
}

type Handlers = { [N in LiveEventName]: (payload: LiveEvents[N]) => void } & { [N in keyof Signals]: () => void };

/** A live connection. Events carry ids and fractions; content is fetched. In a page of another origin than the server's it stays closed. */
export interface Live {
  on<N extends keyof Handlers>(event: N, handler: Handlers[N]): () => void;
  readonly connected: boolean;
  close(): void;
}

/** Waits between returns after the server closed the connection, in milliseconds; each is twice the one before. */
const FIRST_RETURN_MS = 1_000;
const LONGEST_RETURN_MS = 60_000;

export interface LiveOptions {
  /** Nothing is loaded and no connection is made before this has settled: a page may need its network for other things first. */
  startAfter?: Promise<unknown>;
}

/** A page of another origin may call with a key, but not listen: it would only knock again and again. */
function isForeignPage(baseUrl: string): boolean {
  const here = (globalThis as { location?: { origin?: string } }).location?.origin;
  return here !== undefined && baseUrl !== '' && new URL(baseUrl).origin !== here;
}

/** Connects in the background: socket.io is loaded only when somebody wants to listen. */
export function connectLive(transport: Transport, { startAfter }: LiveOptions = {}): Live {
  const handlers = new Map<string, Set<(payload?: unknown) => void>>();
  const tell = (event: string, payload?: unknown) => handlers.get(event)?.forEach((handler) => handler(payload));
  let socket: Socket | null = null;
  let connected = false;
  let closed = isForeignPage(transport.baseUrl);
  let returnDelay = FIRST_RETURN_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const mark = (next: boolean) => {
    if (connected === next) return;
    connected = next;
    tell(next ? 'connected' : 'disconnected');
  };

  // socket.io does not come back by itself when the server closed the connection: its session was renewed, or has ended.
  const comeBackLater = () => {
    timer = setTimeout(() => socket?.connect(), returnDelay);
    returnDelay = Math.min(returnDelay * 2, LONGEST_RETURN_MS);
  };

  const load = async () => {
    await startAfter?.catch(() => undefined);
    return closed ? null : await import('socket.io-client');
  };
  void load().then(
    (library) => {
      if (!library || closed) return;
      const { io } = library;
      socket = io(transport.baseUrl || '/', {
        path: '/socket.io',
        transports: ['websocket', 'polling'],
        auth: (send) => send({ token: transport.token() ?? undefined }),
        withCredentials: true,
      });
      socket.on('ready', () => {
        returnDelay = FIRST_RETURN_MS;
        mark(true);
      });
      socket.on('disconnect', (reason) => {
        mark(false);
        if (reason === 'io server disconnect') comeBackLater();
      });
      for (const name of liveEventNames) socket.on(name, (payload: unknown) => tell(name, payload));
    },
    () => tell('disconnected'),
  );

  return {
    on(event, handler) {
      const set = handlers.get(event) ?? new Set();
      handlers.set(event, set.add(handler as (payload?: unknown) => void));
      return () => void set.delete(handler as (payload?: unknown) => void);
    },
    get connected() {
      return connected;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
      handlers.clear();
    },
  };
}
