import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Everybody concerned is to be told of a change, except those whose email is noted already. */
export const AnnouncementDue = defineTopic({
  name: 'announcements.due',
  queue: 'upkeep',
  schema: z.object({ announcementId: z.uuid() }),
  maxAttempts: 20,
});

/** Somebody has refused new terms: their plan is to be ended with its paid period. */
export const TermsRefused = defineTopic({
  name: 'announcements.terms_refused',
  queue: 'billing',
  schema: z.object({ receiptId: z.uuid() }),
  maxAttempts: 8,
});

/** One customer is to be told. */
export const AnnouncementEmailDue = defineTopic({
  name: 'announcements.email_due',
  queue: 'mail',
  schema: z.object({ receiptId: z.uuid() }),
  maxAttempts: 12,
});
