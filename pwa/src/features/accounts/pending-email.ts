const KEY = 'bildnis.pending-email';
const SENT_KEY = 'bildnis.pending-email.sent';

/**
 * Remembers, for this tab, which address waits for its confirmation. `isMailSent` only where the server has said that the
 * account exists and waits; an address of a link or of a visitor may belong to nobody.
 */
export function keepPendingEmail(email: string, isMailSent = false): void {
  sessionStorage.setItem(KEY, email);
  if (isMailSent) sessionStorage.setItem(SENT_KEY, email);
}

/** The address that waits for its confirmation, if this tab knows it. */
export function pendingEmail(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Whether a mail has gone to the address that waits, beyond doubt. */
export function isMailSent(): boolean {
  const email = pendingEmail();
  return email !== null && sessionStorage.getItem(SENT_KEY) === email;
}

export function forgetPendingEmail(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(SENT_KEY);
}
