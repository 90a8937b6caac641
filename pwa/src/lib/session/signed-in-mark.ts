import { hasMark, setMark } from './kept-mark';

/** Tells the public pages that somebody is signed in here, so that they can show it at once. Opens nothing. */
export const SIGNED_IN_KEY = 'bildnis.signed-in';

/** Sets or removes the mark. */
export const markSignedIn = (isSignedIn: boolean): void => setMark(SIGNED_IN_KEY, isSignedIn);

/** Whether somebody was signed in here when the mark was last set. */
export const isMarkedSignedIn = (): boolean => hasMark(SIGNED_IN_KEY);
