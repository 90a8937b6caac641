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

export const SECURITY_CHANGES = [
  'password_changed',
  'password_reset',
  'google_linked',
  'google_unlinked',
  'passkey_added',
  'passkey_removed',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'api_key_created',
  'guessed_at',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** The ways into an account have changed, or somebody tries them; its owner is told. */
export const SecurityChanged = defineTopic({
  name: 'accounts.security_changed',
  queue: 'mail',
  schema: z.object({
    userId: z.uuid(),
    change: z.enum(SECURITY_CHANGES),
    what: z.string().nullable(),
    at: z.iso.datetime(),
    noticeId: z.uuid(),
  }),
  maxAttempts: 12,
});

/** A user asked for all own data. */
export const DataExportRequested = defineTopic({
  name: 'accounts.data_export_requested',
  queue: 'upkeep',
  schema: z.object({ exportId: z.uuid() }),
  maxAttempts: 4,
});

/** The file is ready (or could not be made); the user is told. */
export const DataExportSettled = defineTopic({
  name: 'accounts.data_export_settled',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), exportId: z.uuid(), outcome: z.enum(['ready', 'failed']) }),
  maxAttempts: 12,
});

/** The day of an export is over; its file goes. */
export const DataExportExpired = defineTopic({
  name: 'accounts.data_export_expired',
  queue: 'upkeep',
  schema: z.object({ exportId: z.uuid() }),
  maxAttempts: 50,
});

/** An account was deleted: what lies outside the database is cleared away, then the receipt goes out. */
export const AccountDeleted = defineTopic({
  name: 'accounts.account_deleted',
  queue: 'mail',
  schema: z.object({ deletionId: z.uuid() }),
  maxAttempts: 50,
});

/** A user was blocked; told by mail with the reason. */
export const AccountBlocked = defineTopic({
  name: 'accounts.account_blocked',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), reason: z.string(), at: z.iso.datetime() }),
  maxAttempts: 12,
});
