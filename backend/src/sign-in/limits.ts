import type { Limit } from '../platform/http/index.js';

/**
 * Limits of the sign-in routes. Attempts on an account are counted per address, so that nobody can lock somebody else
 * out by guessing wrong on purpose.
 */
export const LIMITS = {
  loginPerAddress: { name: 'login-address', points: 60, seconds: 900 },
  loginPerAccountAndAddress: { name: 'login-account-address', points: 10, seconds: 900 },
  registerPerAddress: { name: 'register-address', points: 20, seconds: 3600 },
  mailPerAddress: { name: 'mail-address', points: 20, seconds: 3600 },
  /** Each kind of mail has a limit of its own: one kind sent without end does not keep anybody from the others. */
  confirmationMailPerAccount: { name: 'confirmation-mail-account', points: 5, seconds: 3600 },
  resetMailPerAccount: { name: 'reset-mail-account', points: 5, seconds: 3600 },
  codeMailPerAccount: { name: 'code-mail-account', points: 5, seconds: 3600 },
  tokenPerAddress: { name: 'token-address', points: 60, seconds: 900 },
  /** Counted per session, so that a stolen one cannot keep its owner from changing the password and throwing it out. */
  proofPerSession: { name: 'proof-session', points: 20, seconds: 900 },
  /** Codes of the app, wherever they come from: only somebody with the right password, or signed in, can use these up. */
  codePerAccount: { name: 'code-account', points: 20, seconds: 3600 },
} as const satisfies Record<string, Limit>;

/** The key of `codePerAccount`. Attempts are counted apart, so that a stolen session cannot shut its owner out of signing in. */
export function codesOf(userId: string, occasion: 'sign-in' | 'proof'): string {
  return `${occasion} ${userId}`;
}
