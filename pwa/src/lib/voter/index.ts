const KEY = 'bildnis.voter';
const UUID = /^[0-9a-f-]{36}$/;

/** A random number of this browser, so that it chooses once; it says nothing of who sits there. */
export function voter(): string {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept && UUID.test(kept)) return kept;
    const made = crypto.randomUUID();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    return (unkept ??= crypto.randomUUID());
  }
}

/** Where nothing can be kept it lives as long as the page. */
let unkept: string | undefined;
