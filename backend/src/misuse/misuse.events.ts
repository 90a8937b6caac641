import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** A report came in under an address that has had no mail about one that day; notifications asks the address to confirm it. */
export const MisuseReported = defineTopic({
  name: 'misuse.reported',
  queue: 'mail',
  schema: z.object({ reportId: z.uuid() }),
  maxAttempts: 12,
});

/** An admin has closed a report; notifications tells its reporter what was done. */
export const MisuseReportClosed = defineTopic({
  name: 'misuse.report_closed',
  queue: 'mail',
  schema: z.object({ reportId: z.uuid() }),
  maxAttempts: 12,
});

/** An admin has removed a run; notifications tells its owner. Says nothing of who reported it. */
export const MisusedRunRemoved = defineTopic({
  name: 'misuse.run_removed',
  queue: 'mail',
  schema: z.object({
    generationId: z.uuid(),
    userId: z.uuid(),
    styleName: z.string(),
    completedAt: z.iso.datetime(),
    reason: z.string(),
    at: z.iso.datetime(),
  }),
  maxAttempts: 12,
});
