const KEY = 'bildnis.pending-email';

/** Remembers, for this tab, which address waits for its confirmation. */
export function keepPendingEmail(email: string): void {
  sessionStorage.setItem(KEY, email);
}

/** The address that waits for its confirmation, if this tab knows it. */
export function pendingEmail(): string | null {
  return sessionStorage.getItem(KEY);
}

export function forgetPendingEmail(): void {
  sessionStorage.removeItem(KEY);
}
