const KEY = 'bildnis.message';

/** Keeps a message for the document that comes next: a public page shows it once. Nothing personal belongs in it. */
export function leaveMessage(message: { title: string; text?: string }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(message));
  } catch {
    // a browser that keeps nothing goes without
  }
}

/** Takes the message that was left, so that it is shown once. */
export function takeMessage(): { title: string; text?: string } | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept ? (JSON.parse(kept) as { title: string; text?: string }) : null;
  } catch {
    return null;
  }
}
