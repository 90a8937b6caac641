/** Tells the public pages that somebody is signed in here, so that they can show it at once. Says nothing about whom, and opens nothing. */
export const SIGNED_IN_KEY = 'bildnis.signed-in';

/** Sets or removes the mark; a browser that keeps nothing shows the public pages as to a visitor. */
export function markSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(SIGNED_IN_KEY, '1');
    else localStorage.removeItem(SIGNED_IN_KEY);
  } catch {
    // nothing to be done, nothing lost
  }
}

/** Whether somebody was signed in here when the mark was last set. */
export function isMarkedSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_KEY) !== null;
  } catch {
    return false;
  }
}
