import { atom, store, useAtomValue } from '~/lib/state';

/** Whether the server can be reached, as far as this page knows. */
const onlineAtom = atom(navigator.onLine);

/** Waits between two attempts to reach the server again, in milliseconds; each is twice the one before. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

type Probe = () => Promise<unknown>;
let probe: Probe | null = null;
let probing = false;
/** Whether a call was lost after another one had found the server back, while that is still being asked. */
let lostAgain = false;
const returned = new Set<() => void>();

/** How the server is asked whether it is there. */
export function probeWith(ask: Probe): void {
  probe = ask;
}

/** The server has answered. What comes after the device has lost its network was under way before. */
export function noteReached(): void {
  if (store.get(onlineAtom) || !navigator.onLine) return;
  store.set(onlineAtom, true);
  tellReturn();
}

function tellReturn(): void {
  for (const listener of returned) listener();
}

/** When single calls that were lost are made up for, and how long that is waited for. */
let makingUp: ReturnType<typeof setTimeout> | undefined;
let madeUpAt = -Infinity;
let patience = FIRST_WAIT;

/** The server is there, and a call did not get to it: the screens ask again a moment later, ever more rarely where that goes on. */
function makeUpLater(): void {
  if (makingUp !== undefined) return;
  patience = Date.now() - madeUpAt > 2 * LONGEST_WAIT ? FIRST_WAIT : Math.min(patience * 2, LONGEST_WAIT);
  makingUp = setTimeout(() => {
    makingUp = undefined;
    madeUpAt = Date.now();
    // Who has lost the network meanwhile asks again when it is back.
    if (isOnline()) tellReturn();
  }, patience);
}

async function isThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await probe?.();
    return navigator.onLine;
  } catch {
    return false;
  }
}

/**
 * A call got no answer, or one from the device. A page that is going away loses its calls too: the server is asked once more. Other calls
 * are lost just as a connection comes back: what they were to bring would be missing, or old, with nothing to show for it.
 */
export function noteLost(): void {
  if (probing) {
    lostAgain ||= isOnline();
    return;
  }
  probing = true;
  void (async () => {
    let isAway = false;
    for (let wait = FIRST_WAIT; !(await isThere()); wait = Math.min(wait * 2, LONGEST_WAIT)) {
      isAway = true;
      store.set(onlineAtom, false);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true });
      });
    }
    probing = false;
    if (isOnline() && (!isAway || lostAgain)) makeUpLater();
    else noteReached();
    lostAgain = false;
  })();
}

addEventListener('offline', () => {
  store.set(onlineAtom, false);
  noteLost();
});

/** Calls back whenever the server can be reached again, and a moment after single calls did not get to it. */
export function onReturn(listener: () => void): () => void {
  returned.add(listener);
  return () => returned.delete(listener);
}

/** Whether the server can be reached, now. */
export const isOnline = (): boolean => store.get(onlineAtom);

/** Whether the server can be reached. */
export const useIsOnline = (): boolean => useAtomValue(onlineAtom);
