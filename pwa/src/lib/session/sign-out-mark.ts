import { isMarkedSignedIn } from './signed-in-mark';

/** Says that somebody signed out here without a network: the server must hear of it before anything else. Says nothing about whom. */
const KEY = 'bildnis.sign-out';

/** Whether this page has told the server of a sign-out: until somebody signs in, nobody is signed in here. */
let hasTold = false;

/** Remembers a sign-out that the server does not know of yet. */
export function markSignOut(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // a browser that keeps nothing forgets the session's cookie as well when it is closed
  }
}

/** The server knows. */
export function clearSignOut(): void {
  hasTold = true;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}

/** Whether the server has still to hear of a sign-out. */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether the last thing known here is a sign-out, whether or not the server has heard of it by now. */
export const hasSignedOut = (): boolean => isSignOutPending() || (hasTold && !isMarkedSignedIn());
