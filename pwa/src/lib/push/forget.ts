import { forgetQuestion, writeMark } from './mark';
import { pushSupport } from './support';

/** How long the browser is waited for, in milliseconds: without a network it may take its time to tell the push service. */
const PATIENCE = 2_000;

/** The one that is there already; nothing is waited for. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'ready') return null;
  const found = await navigator.serviceWorker.getRegistration();
  return (await found?.pushManager.getSubscription()) ?? null;
}

/** Leaves nothing of push on this device: for signing out. Never throws; the server forgets the address with the session. */
export async function forgetPush(): Promise<void> {
  writeMark(null);
  forgetQuestion();
  const leaving = subscribed()
    .then((found) => found?.unsubscribe())
    .catch(() => undefined);
  await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  await closeShown().catch(() => undefined);
}

/** Messages that are still on the screen. */
async function closeShown(): Promise<void> {
  if (pushSupport() !== 'ready') return;
  const found = await navigator.serviceWorker.getRegistration();
  for (const shown of (await found?.getNotifications()) ?? []) shown.close();
}
