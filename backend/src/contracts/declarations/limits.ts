import type { Limit } from '../../platform/http/index.js';

/** Limits of the pages where contracts are ended without signing in. */
export const LIMITS = {
  declarationsPerAddress: { name: 'declaration-address', points: 20, seconds: 3600 },
  /** Beyond it a declaration counts as ever, but sends no more emails, which might plague the owner of the address. */
  emailsPerAddress: { name: 'declaration-email', points: 5, seconds: 3600 },
} as const satisfies Record<string, Limit>;
