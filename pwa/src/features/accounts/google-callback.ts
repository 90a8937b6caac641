/** What Google answered, as it stood in the URL. */
export interface GoogleCallback {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

let waiting: GoogleCallback | null = null;

/** The router reads digits as numbers. */
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

/** Reads Google's answer from a query; null where the query is about something else. */
export function readGoogleCallback(search: Record<string, unknown>): GoogleCallback | null {
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => textOf(search[name]));
  return state && (code || error) ? { state, code, iss, error } : null;
}

/** Keeps Google's answer in memory while the URL is cleared of it. */
export function keepGoogleCallback(callback: GoogleCallback): void {
  waiting = callback;
}

/** Google's answer that waits to be exchanged. */
export const waitingGoogleCallback = (): GoogleCallback | null => waiting;

/** Forgets Google's answer: from here on it is being exchanged. */
export function forgetGoogleCallback(): void {
  waiting = null;
}
