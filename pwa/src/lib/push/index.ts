import { api, BildnisError } from '~/lib/api';
import { forgetPush, subscribed } from './forget';
import { readMark, writeMark } from './mark';
import { pushSupport } from './support';

export { forgetPush } from './forget';
export { declineQuestion } from './mark';

/** `blocked`: the customer has told the browser to show no messages of ours; only they can change that. */
export type PushState = 'on' | 'off' | 'blocked';

/** The app's service worker, however long its installation takes; null where browsers have none. */
const registration = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.ready : null;

/** Whether push can be switched on here at all: the browser has it, and so has this installation. */
export async function isPushOffered(): Promise<boolean> {
  if (pushSupport() !== 'ready') return false;
  const [found, { publicKey }] = await Promise.all([registration(), api.getPushKey()]);
  return found !== null && publicKey !== null;
}

/** How it stands with push for this customer on this device. */
export async function pushState(userId: string): Promise<PushState> {
  if (Notification.permission === 'denied') return 'blocked';
  return readMark()?.userId === userId && (await subscribed()) ? 'on' : 'off';
}

/**
 * Switches push on. Call it from a press: the browser asks then and only then.
 * @returns `off` when the browser's question was closed without an answer
 * @throws when the push service or the server cannot be reached
 */
export async function switchPushOn(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const [found, { publicKey }] = await Promise.all([registration(), api.getPushKey()]);
  if (!found || publicKey === null) throw new Error('There is nothing to subscribe with.');
  await tell(userId, await subscribe(found.pushManager, publicKey));
  return 'on';
}

/** Switches push off on this device: the browser forgets its address first, so that nothing comes even if the server is not reached. */
export async function switchPushOff(): Promise<void> {
  const mark = readMark();
  await (await subscribed())?.unsubscribe();
  writeMark(null);
  if (mark) await api.removePushSubscription({ path: { id: mark.id } }).catch(isGone);
}

/**
 * Sends the address again: it may have changed, its session may be a new one, and some services never say that one is dead. What another
 * customer left on this device goes.
 */
export async function keepPush(userId: string): Promise<void> {
  const mark = readMark();
  if (!mark) return;
  if (mark.userId !== userId) return forgetPush();
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted') return;
  const [found, { publicKey }] = await Promise.all([registration(), api.getPushKey()]);
  if (found && publicKey !== null) await tell(userId, await subscribe(found.pushManager, publicKey));
}

/** The browser's subscription for our key; one for another key, which nobody can use any more, is replaced. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && keyOf(known) === publicKey) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** In base64url, as the server says it. */
function keyOf({ options }: PushSubscription): string | null {
  const key = options.applicationServerKey;
  return (
    key &&
    btoa(String.fromCharCode(...new Uint8Array(key)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
  );
}

async function tell(userId: string, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await api.savePushSubscription({
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  });
  writeMark({ userId, id });
}

/** Gone already is what was asked for. */
function isGone(error: unknown): void {
  if (!(error instanceof BildnisError) || error.code !== 'not_found') throw error;
}
