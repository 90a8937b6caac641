import { facts } from '~/lib/facts';

/** Where the choice about cookies is kept in this browser: an entry for each kind, each with its day, and the version they answered. */
export const COOKIE_KEYS = {
  analytics: 'bildnis.cookies.analytics',
  analyticsDate: 'bildnis.cookies.analytics-date',
  marketing: 'bildnis.cookies.marketing',
  marketingDate: 'bildnis.cookies.marketing-date',
  version: 'bildnis.cookies.version',
  /** The number of the server's record of it. */
  receipt: 'bildnis.cookies.receipt',
} as const;

export interface CookieChoice {
  analytics: boolean;
  marketing: boolean;
}

const LIFETIME_MS = facts.cookies.consentYears * 365 * 86_400_000;

const entry = (accepted: boolean): string => (accepted ? 'accepted' : 'rejected');

/** The choice made here; null while none was made, for another version of the text, or longer ago than it holds. */
export function readCookieChoice(now = Date.now()): CookieChoice | null {
  try {
    const decided = Date.parse(localStorage.getItem(COOKIE_KEYS.analyticsDate) ?? '');
    if (localStorage.getItem(COOKIE_KEYS.version) !== facts.cookies.version || !(now - decided < LIFETIME_MS))
      return null;
    return {
      analytics: localStorage.getItem(COOKIE_KEYS.analytics) === 'accepted',
      marketing: localStorage.getItem(COOKIE_KEYS.marketing) === 'accepted',
    };
  } catch {
    return null; // a browser that keeps nothing asks again
  }
}

/** Keeps the choice in this browser. @returns whether it could be kept; if not, it holds for this page alone */
export function keepCookieChoice(choice: CookieChoice, now = new Date()): boolean {
  try {
    localStorage.setItem(COOKIE_KEYS.analytics, entry(choice.analytics));
    localStorage.setItem(COOKIE_KEYS.analyticsDate, now.toISOString());
    localStorage.setItem(COOKIE_KEYS.marketing, entry(choice.marketing));
    localStorage.setItem(COOKIE_KEYS.marketingDate, now.toISOString());
    localStorage.setItem(COOKIE_KEYS.version, facts.cookies.version);
    return true;
  } catch {
    return false;
  }
}

/** Keeps the number of the server's record. */
export function keepCookieReceipt(id: string): void {
  try {
    localStorage.setItem(COOKIE_KEYS.receipt, id);
  } catch {
    // as above
  }
}

/** Removes the number of the server's record, before another choice is recorded. */
export function dropCookieReceipt(): void {
  try {
    localStorage.removeItem(COOKIE_KEYS.receipt);
  } catch {
    // as above
  }
}

/** Whether the choice kept here still has to reach the server. */
export function lacksCookieReceipt(): boolean {
  try {
    return readCookieChoice() !== null && localStorage.getItem(COOKIE_KEYS.receipt) === null;
  } catch {
    return false;
  }
}
