import type { LiveEventName, LiveEvents } from '@bildnis/sdk';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { api } from '~/lib/api';
import { atom, store, useAtomValue } from '~/lib/state';
import { afterFirstScreen } from '~/lib/time';

type Connection = ReturnType<typeof api.live.connect>;

/** Without a live connection the screens ask at this interval, in milliseconds. */
export const POLL_INTERVAL = 15_000;

const connectedAtom = atom(false);
let connection: Connection | null = null;
let users = 0;

function open(): Connection {
  connection = api.live.connect({ startAfter: afterFirstScreen() });
  connection.on('connected', () => store.set(connectedAtom, true));
  connection.on('disconnected', () => store.set(connectedAtom, false));
  return connection;
}

function acquire(): Connection {
  users += 1;
  return connection ?? open();
}

function release(): void {
  users -= 1;
  if (users > 0) return;
  connection?.close();
  connection = null;
  store.set(connectedAtom, false);
}

/** Keeps the live connection open while a component is there. */
export function useLiveConnection(): void {
  useEffect(() => {
    acquire();
    return release;
  }, []);
}

/**
 * Listens to one kind of event, or several, while a component is there: from the moment it is drawn, before its screen counts as loaded.
 * @param event one and the same list at each call
 */
export function useLive<Name extends LiveEventName>(
  event: Name | readonly Name[],
  handler: (payload: LiveEvents[Name]) => void,
): void {
  const current = useEffectEvent(handler);
  useLayoutEffect(() => {
    // The handler's type depends on the name, which TypeScript cannot follow through a type parameter.
    const listen = acquire().on as (event: Name, handler: (payload: LiveEvents[Name]) => void) => () => void;
    const names: readonly Name[] = typeof event === 'string' ? [event] : event;
    const stops = names.map((name) => listen(name, (payload) => current(payload)));
    return () => {
      for (const stop of stops) stop();
      release();
    };
  }, [event]);
}

/** Whether events arrive by themselves at the moment. */
export const useIsLive = (): boolean => useAtomValue(connectedAtom);

/** Calls `catchUp` whenever the live connection is made: what happened since the screen was loaded, or while it was lost, was not heard. */
export function useConnected(catchUp: () => void): void {
  const isLive = useIsLive();
  const current = useEffectEvent(catchUp);
  useEffect(() => {
    if (isLive) current();
  }, [isLive]);
}

/** Calls `refresh` every 15 s while `isActive` and there is no live connection, and once more whenever the connection comes back. */
export function usePollingFallback(isActive: boolean, refresh: () => void): void {
  const isLive = useIsLive();
  const current = useEffectEvent(refresh);
  useEffect(() => {
    if (!isActive) return;
    if (isLive) {
      current();
      return;
    }
    const timer = setInterval(() => current(), POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [isActive, isLive]);
}
