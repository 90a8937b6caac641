/** What a link of a mail is for. */
type LinkKind = 'confirm' | 'reset' | 'misuse';

const keyOf = (kind: LinkKind): string => `bildnis.link.${kind}`;

/** Keeps the token of a link for this tab, out of the URL and its history; it survives a reload. */
export function keepLinkToken(kind: LinkKind, token: string): void {
  try {
    sessionStorage.setItem(keyOf(kind), token);
  } catch {
    // it is gone with a reload
  }
}

/** The token of the link that this tab was opened with. */
export function linkToken(kind: LinkKind): string | null {
  try {
    return sessionStorage.getItem(keyOf(kind));
  } catch {
    return null;
  }
}

/** Forgets the token of a link that has done its work, or never will. */
export function forgetLinkToken(kind: LinkKind): void {
  try {
    sessionStorage.removeItem(keyOf(kind));
  } catch {
    // nothing was kept
  }
}

const REFUSED_KEY = 'bildnis.link.reset.refused';

/** Notes for the form that sends a new link that the last one was refused; it survives a reload. */
export function keepRefusedReset(): void {
  sessionStorage.setItem(REFUSED_KEY, 'true');
}

/** Whether somebody has come to the form with a link that sets no password. */
export function isResetRefused(): boolean {
  return sessionStorage.getItem(REFUSED_KEY) !== null;
}

export function forgetRefusedReset(): void {
  sessionStorage.removeItem(REFUSED_KEY);
}
