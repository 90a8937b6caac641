import { hasMark, setMark } from './kept-mark';
import { isMarkedSignedIn } from './signed-in-mark';

/** Says that somebody signed out here without a network: the server must hear of it before anything else. */
const KEY = 'bildnis.sign-out';

/** Whether this page has told the server of a sign-out: until somebody signs in, nobody is signed in here. */
let hasTold = false;

/** Remembers a sign-out that the server does not know of yet. */
export const markSignOut = (): void => setMark(KEY, true);

/** The server knows. */
export function clearSignOut(): void {
  hasTold = true;
  setMark(KEY, false);
}

/** Whether the server has still to hear of a sign-out. */
export const isSignOutPending = (): boolean => hasMark(KEY);

/** Whether the last thing known here is a sign-out, whether or not the server has heard of it by now. */
export const hasSignedOut = (): boolean => isSignOutPending() || (hasTold && !isMarkedSignedIn());
