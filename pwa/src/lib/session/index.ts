import { api, errorCode, type Schemas } from '~/lib/api';
import { atom, store, useAtomValue } from '~/lib/state';

export type Me = Schemas['Me'];

/** Who is signed in: `undefined` while nobody has asked yet, `null` for a visitor. */
const meAtom = atom<Me | null | undefined>(undefined);

let asking: Promise<Me | null> | null = null;
let tabs: BroadcastChannel | null = null;

/** The other tabs, reached with the first session this one learns of or waits for. */
function otherTabs(): BroadcastChannel {
  if (tabs) return tabs;
  tabs = new BroadcastChannel('bildnis.session');
  tabs.onmessage = () => void followOtherTab();
  return tabs;
}

/** Asks again who is signed in. The 401 after a sign-out elsewhere leads away by itself; what was loaded for somebody else must go. */
async function followOtherTab(): Promise<void> {
  const before = store.get(meAtom);
  const me = await refreshSession().catch(() => null);
  if (before && me && before.id !== me.id) location.reload();
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
  try {
    return await api.getMe();
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') return null;
    throw error;
  }
}

/**
 * Who is signed in, asked once and then remembered. Only a real 401 makes a visitor; a missing network throws.
 */
export async function ensureSession(): Promise<Me | null> {
  const known = store.get(meAtom);
  return known === undefined ? refreshSession() : known;
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
    store.set(meAtom, me);
    if (me) otherTabs();
    return me;
  } finally {
    if (asking === question) asking = null;
  }
}

/** Takes over who has just signed in, and tells the other tabs. */
export function beginSession(me: Me): void {
  asking = null;
  store.set(meAtom, me);
  announceSession();
}

/** Forgets who was signed in, without asking the server. */
export function forgetSession(): void {
  asking = null;
  store.set(meAtom, null);
}

/** Signs out on the server and here. */
export async function endSession(): Promise<void> {
  await api.logout();
  forgetSession();
  announceSession();
}

/** Whether someone is known to be signed in. */
export const hasSession = (): boolean => Boolean(store.get(meAtom));

/** Writes the balance that a live event brought. */
export function noteCredits(credits: number): void {
  const me = store.get(meAtom);
  if (me) store.set(meAtom, { ...me, credits });
}

/** Who is signed in; `undefined` while unknown. */
export const useSession = (): Me | null | undefined => useAtomValue(meAtom);

/** Who is signed in, on a screen behind the guard. */
export function useMe(): Me {
  const me = useAtomValue(meAtom);
  if (!me) throw new Error('This screen stands behind the guard and needs a session.');
  return me;
}
