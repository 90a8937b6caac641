import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Someone registered or asked for the link again; notifications sends it. `userId` may be nobody's: then nothing is sent. */
export const EmailConfirmationRequested = defineTopic({
  name: 'accounts.email_confirmation_requested',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), tokenId: z.uuid() }),
  maxAttempts: 12,
});

/** Someone wants to set a new password. `userId` may be nobody's: then nothing is sent. */
export const PasswordResetRequested = defineTopic({
  name: 'accounts.password_reset_requested',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), tokenId: z.uuid() }),
  maxAttempts: 12,
});

/** A six-digit code is wanted by mail. */
export const EmailCodeRequested = defineTopic({
  name: 'accounts.email_code_requested',
  queue: 'mail',
  schema: z.object({ codeId: z.uuid() }),
  maxAttempts: 5,
});
