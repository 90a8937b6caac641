import { createClient } from '@bildnis/sdk';

type Listener = () => void;
const listeners = new Set<Listener>();

/** Calls back when the server says that there is no session (a real 401, never a missing network). */
export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The backend, through the SDK. There is no other way to it. */
export const api = createClient({
  baseUrl: location.origin,
  onUnauthorized: () => {
    for (const listener of listeners) listener();
  },
});
