import { z } from 'zod';
import { defineTopic } from '../../platform/queue/index.js';

/** The export files of a user go, whatever their rows say. */
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
