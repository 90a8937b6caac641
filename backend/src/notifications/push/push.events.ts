import { z } from 'zod';
import { defineTopic } from '../../platform/queue/index.js';

/** What a push message may tell of. */
export const NEWS = [
  'training_ready',
  'training_failed',
  'training_failed_for_good',
  'portraits_ready',
  'portraits_failed',
] as const;
export type News = (typeof NEWS)[number];

/** One piece of news for one browser. Holds no address: what ends meanwhile is not reached any more. */
export const PushDue = defineTopic({
  name: 'notifications.push_due',
  queue: 'push',
  schema: z.object({
    userId: z.uuid(),
    subscriptionId: z.uuid(),
    news: z.enum(NEWS),
    subjectId: z.uuid(),
    /** The run that began with the end of a training. */
    startedRunId: z.uuid().optional(),
  }),
  maxAttempts: 12,
});

/** What happened, and to what. */
export type PushNews = Pick<z.infer<typeof PushDue.schema>, 'news' | 'subjectId' | 'startedRunId'>;
