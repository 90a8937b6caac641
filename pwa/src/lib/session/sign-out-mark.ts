/** Says that somebody signed out here without a network: the server must hear of it before anything else. Says nothing about whom. */
const KEY = 'bildnis.sign-out';

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
