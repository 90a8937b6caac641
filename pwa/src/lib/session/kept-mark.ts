/** Sets or removes a mark of this browser, which has no content: it says nothing about whom. A browser that keeps nothing has none. */
export function setMark(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // nothing to be done: what is not kept goes with the window
  }
}

/** Whether a mark is set. */
export function hasMark(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
