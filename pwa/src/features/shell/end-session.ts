import { api, errorCode } from '~/lib/api';
import { announceSession, forgetSession, leaveDevice, whileEnding } from '~/lib/session';
import { markSignOut } from '~/lib/session/sign-out-mark';

/** How long the server is waited for when a session ends, in milliseconds. */
const TELL_MS = 10_000;

/** What says that the server could not be reached. */
const UNREACHED = ['network', 'timeout', 'unavailable'];

/** Tells the server; without a network it hears of it before anything else. */
async function tellEnd(): Promise<void> {
  // Who closes the page meanwhile is signed out all the same.
  addEventListener('pagehide', markSignOut);
  try {
    await api.logout({ timeout: TELL_MS });
  } catch (error) {
    // A session that is over already is what was asked for.
    if (errorCode(error) === 'unauthenticated') return;
    if (!UNREACHED.includes(errorCode(error))) throw error;
    markSignOut();
  } finally {
    removeEventListener('pagehide', markSignOut);
  }
}

/**
 * Signs out on the server and here. Without a network this device is wiped all the same.
 * @param leave leads away; until it is done no guard asks who is signed in
 * @throws BildnisError when the server refuses
 */
export const endSession = (leave?: () => Promise<void>): Promise<void> =>
  whileEnding(async () => {
    await tellEnd();
    // Where that fails it is said, and another press tries again.
    await leaveDevice();
    forgetSession();
    announceSession();
    await leave?.();
  });
