const KEY = 'bildnis.voter';
const UUID = /^[0-9a-f-]{36}$/;

/** Where nothing can be kept it lives as long as the page. */
let unkept: string | null = null;

/** The random number of a browser that has chosen before; null for all others. */
export function keptVoter(): string | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept && UUID.test(kept) ? kept : unkept;
  } catch {
    return unkept;
  }
}

/** The same for who chooses now, so that a browser chooses once; it says nothing of who sits there. */
export function voter(): string {
  const made = keptVoter() ?? crypto.randomUUID();
  try {
    localStorage.setItem(KEY, made);
  } catch {
    unkept = made;
  }
  return made;
}
