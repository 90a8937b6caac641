import { api, errorCode, type Schemas } from '~/lib/api';
import { atom, store, useAtomValue } from '~/lib/state';
import { afterFirstScreen } from '~/lib/time';
import { isLeaving, markLeaving } from './leaving-mark';
import { hasSignedOut, isSignOutPending } from './sign-out-mark';
import { isMarkedSignedIn, markSignedIn } from './signed-in-mark';

export type Me = Schemas['Me'];

/** Who is signed in: `undefined` while nobody has asked yet, `null` for a visitor. */
const meAtom = atom<Me | null | undefined>(undefined);
/** Who was signed in last: screens that are being left are drawn once more after the session has ended. */
const lastMeAtom = atom<Me | null>(null);

function setMe(me: Me | null): void {
  store.set(meAtom, me);
  if (me) store.set(lastMeAtom, me);
}

let asking: Promise<Me | null> | null = null;
let tabs: BroadcastChannel | null = null;

/** The other tabs, reached with the first session this one learns of or waits for. */
function otherTabs(): BroadcastChannel {
  if (tabs) return tabs;
  tabs = new BroadcastChannel('bildnis.session');
  tabs.onmessage = () => void followOtherTab();
  return tabs;
}

const loadAnew = (): void => location.reload();

/**
 * Asks again who is signed in. The 401 after a sign-out elsewhere leads away by itself, but one without a network has none; what was
 * loaded for somebody else must go.
 */
export async function followOtherTab(reload = loadAnew): Promise<void> {
  const before = store.get(meAtom);
  const me = await refreshSession().catch(() => null);
  if (before && (me ? before.id !== me.id : isSignOutPending())) reload();
}

/** The browser's back button may bring a page as it was left: nothing is shown of somebody who has signed out since. */
export function watchReturn(reload = loadAnew): () => void {
  const look = ({ persisted }: PageTransitionEvent) => {
    if (persisted && store.get(lastMeAtom) && !isMarkedSignedIn()) reload();
  };
  addEventListener('pageshow', look);
  return () => removeEventListener('pageshow', look);
}

/** Tells the other tabs that somebody has signed in or out here. */
export function announceSession(): void {
  otherTabs().postMessage(null);
}

/** Calls back when somebody has signed in or out in another tab. */
export function onSessionElsewhere(listener: () => void): () => void {
  const channel = otherTabs();
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}

async function ask(): Promise<Me | null> {
  const hadSignedOut = isSignOutPending();
  try {
    const me = await api.getMe();
    // The browser may have asked ahead, before the server heard of the sign-out.
    return hadSignedOut ? null : me;
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') return null;
    // Signed out without a network: nobody is signed in here, whether or not the server could be told by now.
    if (hasSignedOut()) return null;
    throw error;
  }
}

/** What the beginning and the end of a session do here comes with the first customer, not with every start. */
export const handover = () => import('./handover');

/** Leaves nothing of a customer on this device. What the browser does not do in time, the next page does. */
export async function leaveDevice(): Promise<void> {
  // Before anything that may not come, or not in time.
  markLeaving(true);
  await (await handover()).removeAll();
}

/** The device is now this customer's; what it keeps for another goes. */
function takeDevice(me: Me, when: Promise<void> = Promise.resolve()): void {
  void when.then(handover).then(
    ({ claimDevice }) => claimDevice(me.id),
    () => undefined,
  );
}

/** While a session is being ended here. */
let ending: Promise<void> | null = null;

/**
 * Who is signed in, asked once and then remembered. Only a real 401 makes a visitor; a missing network throws. Waits while a session is
 * being ended, so that no guard leads to another page before this one is left.
 */
export async function ensureSession(): Promise<Me | null> {
  await waitForEnd();
  const known = store.get(meAtom);
  return known === undefined ? refreshSession() : known;
}

/**
 * Who is signed in, for pages that are open to all: a visitor, of whom nothing says that somebody is, costs no request. Without an answer
 * the page is a visitor's.
 */
export async function findSession(): Promise<Me | null> {
  return hasSession() || isMarkedSignedIn() || isLeaving() ? ensureSession().catch(() => null) : null;
}

/**
 * Asks the server again: after something has changed credits, subscription or name. An answer to a question from
 * before somebody signed in or out here says nothing about now and is dropped.
 */
export async function refreshSession(): Promise<Me | null> {
  const question = (asking ??= ask());
  try {
    const me = await question;
    if (asking !== question) return store.get(meAtom) ?? null;
    // Another tab that has signed out took the mark away, but does not reach what this one keeps for itself.
    const hasLeft = isMarkedSignedIn() || hasSession() || isLeaving();
    setMe(me);
    markSignedIn(me !== null);
    if (me) {
      otherTabs();
      // A session's end has wiped the device already: here it is made sure of, once there is time.
      takeDevice(me, afterFirstScreen());
    } else if (hasLeft) {
      // The session has ended elsewhere, or its time was over; or the page was closed while the device was being wiped.
      await leaveDevice().catch(() => undefined);
    }
    return me;
  } finally {
    if (asking === question) asking = null;
  }
}

/** Takes over who has just signed in, and tells the other tabs. */
export function beginSession(me: Me): void {
  asking = null;
  setMe(me);
  markSignedIn(true);
  takeDevice(me);
  announceSession();
}

/** Forgets who was signed in, without asking the server. */
export function forgetSession(): void {
  asking = null;
  setMe(null);
  markSignedIn(false);
}

/** Whether a session is being ended here: what the server refuses meanwhile is no surprise. */
export const isEndingSession = (): boolean => ending !== null;

/** Until a session that is being ended here is over and its page left, or until the page stays after all. */
export async function waitForEnd(): Promise<void> {
  await ending?.catch(() => undefined);
}

/** Runs `act` as the end of the session. While one is under way a further call gets its promise, and its own `act` is not run. */
export function whileEnding(act: () => Promise<void>): Promise<void> {
  ending ??= act().finally(() => (ending = null));
  return ending;
}

/** Whether someone is known to be signed in. */
export const hasSession = (): boolean => Boolean(store.get(meAtom));

/** Calls back with whose session this is, now and whenever that is written. */
export function watchUser(listener: (userId: string | undefined) => void): void {
  const tell = () => listener(store.get(meAtom)?.id);
  tell();
  store.sub(meAtom, tell);
}

/** Writes the balance that a live event brought. */
export function noteCredits(credits: number): void {
  const me = store.get(meAtom);
  if (me) setMe({ ...me, credits });
}

/** Who is signed in; `undefined` while unknown. */
export const useSession = (): Me | null | undefined => useAtomValue(meAtom);

/** Who is signed in, on a screen behind the guard. */
export function useMe(): Me {
  const me = useAtomValue(meAtom);
  const last = useAtomValue(lastMeAtom);
  const known = me ?? last;
  if (!known) throw new Error('This screen stands behind the guard and needs a session.');
  return known;
}
