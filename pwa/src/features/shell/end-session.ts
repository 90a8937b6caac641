import { api, errorCode } from '~/lib/api';
import { announceSession, forgetSession, leaveDevice, whileEnding } from '~/lib/session';
import { markSignOut } from '~/lib/session/sign-out-mark';
import { markSignedIn } from '~/lib/session/signed-in-mark';

/** How long the server is waited for when a session ends, in milliseconds. */
const TELL_MS = 10_000;

/** Nothing can be told the server at the moment. */
const UNREACHED = ['network', 'timeout', 'unavailable'];

/** Tells the server; without a network it hears of it before anything else. */
async function tellEnd(): Promise<void> {
  try {
    await api.logout({ timeout: TELL_MS });
  } catch (error) {
    // A session that is over already is what was asked for.
    if (errorCode(error) === 'unauthenticated') return;
    if (!UNREACHED.includes(errorCode(error))) throw error;
    markSignOut();
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
    const isWiped = await leaveDevice().then(
      () => true,
      () => false,
    );
    forgetSession();
    // The next page finds nobody where somebody was signed in, and wipes what is left.
    if (!isWiped) markSignedIn(true);
    announceSession();
    await leave?.();
  });
