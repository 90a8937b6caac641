import { defineAnnouncement } from '../platform/announcements/index.js';

/** A balance has changed. */
export const BalanceMoved = defineAnnouncement<{ userId: string; before: number; after: number }>(
  'credits.balance_moved',
);
