import { BildnisError, createClient } from '@bildnis/sdk';
import { KEPT_HEADER } from '~/lib/device/names';
import { clearSignOut, isSignOutPending } from '~/lib/session/sign-out-mark';
import { noteLost, noteReached, probeWith } from './reach';

type Listener = () => void;
const listeners = new Set<Listener>();

/** Calls back when the server says that there is no session (a real 401, never a missing network). */
export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Nothing is repeated by itself: who looks at a page learns at once that the server cannot be reached, and the page asks again when it can. */
const origin = { baseUrl: location.origin, maxRetries: 0 };

/** A server that is there says so within this time, in milliseconds. */
const PROBE_MS = 10_000;

/** Passes by everything below: it asks whether the server is there, and ends a session. */
const direct = createClient(origin);
probeWith(() => direct.getLiveness({ timeout: PROBE_MS }));

let finishing: Promise<void> | null = null;

/** Ends the session that somebody left without a network. Until that has happened nothing else is asked of the server. */
function finishSignOut(): Promise<void> {
  finishing ??= direct
    .logout()
    .catch((error: unknown) => {
      // A session that is over already is what was asked for.
      if (!(error instanceof BildnisError) || error.code !== 'unauthenticated') throw error;
    })
    .then(clearSignOut)
    .finally(() => (finishing = null));
  return finishing;
}

let kept = 0;
/** Counts the answers that came from the device: what happens in between was answered by the server where it stays the same. */
export const keptAnswers = (): number => kept;

/** Asks the server, and notes whether it could be reached. */
async function watched(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    if (isSignOutPending()) await finishSignOut();
    const response = await fetch(input, init);
    if (response.headers.has(KEPT_HEADER)) {
      kept += 1;
      noteLost();
    } else noteReached();
    return response;
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'TimeoutError') noteLost();
    throw error;
  }
}

/** The backend, through the SDK. There is no other way to it. */
export const api = createClient({
  ...origin,
  fetch: watched,
  onUnauthorized: () => {
    for (const listener of listeners) listener();
  },
});
