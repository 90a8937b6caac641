import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { api } from '~/lib/api';

type Handler = (payload?: unknown) => void;

/** Replaces the live connection that the page opens by one that the test moves. */
export function fakeLiveConnection() {
  const handlers = new Map<string, Set<Handler>>();
  let isClosed = false;
  vi.spyOn(api.live, 'connect').mockReturnValue({
    connected: false,
    on: (event: string, handler: Handler) => {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
      return () => void handlers.get(event)?.delete(handler);
    },
    close: () => void (isClosed = true),
  });
  return {
    /** Has an event arrive; 'connected' and 'disconnected' are told the same way. */
    tell: (event: string, payload?: unknown) => act(() => handlers.get(event)?.forEach((handler) => handler(payload))),
    isClosed: () => isClosed,
  };
}
