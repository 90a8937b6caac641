import { z } from 'zod';
import { RECEIPT_MODELS } from '../privacy/index.js';
import { defineTopic, renamedField } from '../platform/queue/index.js';

export const TrainingRequested = defineTopic({
  name: 'ai-profiles.training_requested',
  queue: 'training',
  schema: z.object({ profileId: z.uuid(), cycleId: z.uuid(), cycleAttempt: z.int() }),
  maxAttempts: 3,
});

/** The 24 hours for free retries are over; what was charged comes back. */
export const RetryWindowClosed = defineTopic({
  name: 'ai-profiles.retry_window_closed',
  queue: 'upkeep',
  schema: z.object({ profileId: z.uuid(), cycleId: z.uuid() }),
  maxAttempts: 20,
});

/** What a profile that is ready keeps of its photos; events from before it was told lack it. */
const KeptModel = z.object({ model: z.enum(RECEIPT_MODELS), crops: z.int() });

/** The owner of a profile is told how its training ended. */
export const TrainingNewsDue = defineTopic({
  name: 'ai-profiles.profile_settled',
  queue: 'mail',
  schema: renamedField(
    'outcome',
    'status',
    z.object({
      profileId: z.uuid(),
      userId: z.uuid(),
      name: z.string(),
      status: z.enum(['ready', 'failed', 'failed_for_good']),
      keeps: KeptModel.optional(),
    }),
  ),
  maxAttempts: 12,
});
