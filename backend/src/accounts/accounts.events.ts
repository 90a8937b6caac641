import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Someone registered or asked for the link again; notifications sends it. */
export const EmailConfirmationRequested = defineTopic({
  name: 'accounts.email_confirmation_requested',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), tokenId: z.uuid() }),
  maxAttempts: 12,
});
