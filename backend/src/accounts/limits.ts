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
  mailPerAccount: { name: 'mail-account', points: 5, seconds: 3600 },
  tokenPerAddress: { name: 'token-address', points: 60, seconds: 900 },
} as const satisfies Record<string, Limit>;
