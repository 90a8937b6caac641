import { z } from 'zod';
import { defineTopic, renamedField } from '../platform/queue/index.js';

/** A user asked for all own data. */
export const DataExportRequested = defineTopic({
  name: 'accounts.data_export_requested',
  queue: 'upkeep',
  schema: z.object({ exportId: z.uuid() }),
  maxAttempts: 4,
});

/** The file is ready (or could not be made); the user is told. */
export const DataExportNewsDue = defineTopic({
  name: 'accounts.data_export_settled',
  queue: 'mail',
  schema: renamedField(
    'outcome',
    'status',
    z.object({ userId: z.uuid(), exportId: z.uuid(), status: z.enum(['ready', 'failed']) }),
  ),
  maxAttempts: 12,
});

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

export const ExportFilesDiscarded = defineTopic({
  name: 'accounts.export_files_discarded',
  queue: 'upkeep',
  schema: z.object({ userId: z.uuid() }),
  maxAttempts: 50,
});

/** Requests that were under way when an account ended may still have written something; that goes, too. */
export const LeftoversDue = defineTopic({
  name: 'accounts.leftovers_due',
  queue: 'upkeep',
  schema: z.object({ userId: z.uuid() }),
  maxAttempts: 50,
});
