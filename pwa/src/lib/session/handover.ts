import { wipeDevice } from '~/lib/device';
import { forgetPush } from '~/lib/push/forget';
import { markLeaving } from './leaving-mark';
import { markSignOut } from './sign-out-mark';

export { claimDevice, forgetTab } from '~/lib/device';

/** How long the server is waited for when a session ends, in milliseconds. */
const TELL_MS = 10_000;

/** What says that the server could not be reached. */
const UNREACHED = ['network', 'timeout', 'unavailable'];

/**
 * Tells the server that a session ends; without a network it hears of it before anything else. The app and the public pages, which have
 * a client each, share it.
 * @throws what the server refuses it with
 */
export async function tellEnd(api: { logout(options: { timeout: number }): Promise<unknown> }): Promise<void> {
  // Who closes the page meanwhile is signed out all the same.
  addEventListener('pagehide', markSignOut);
  try {
    await api.logout({ timeout: TELL_MS });
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    // A session that is over already is what was asked for.
    if (code === 'unauthenticated') return;
    if (!UNREACHED.includes(code)) throw error;
    markSignOut();
  } finally {
    removeEventListener('pagehide', markSignOut);
  }
}

/** How long somebody who leaves waits for the browser, in milliseconds: it may never answer. */
const PATIENCE_MS = 5_000;

/** Wipes the device of whoever leaves it. What takes longer than anybody waits goes on; the mark stays until it is done. */
export async function removeAll(): Promise<void> {
  const gone = Promise.all([wipeDevice(), forgetPush()]).then(() => markLeaving(false));
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
