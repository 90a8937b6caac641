import type { Limit } from '../platform/http/index.js';

/** Limits of the public form, per address of the net. Mails have their own bound: one per e-mail address and day. */
export const LIMITS = {
  pictures: { name: 'misuse-picture', points: 20, seconds: 600 },
  reports: { name: 'misuse-report', points: 10, seconds: 3600 },
  confirmations: { name: 'misuse-confirmation', points: 30, seconds: 3600 },
} as const satisfies Record<string, Limit>;
