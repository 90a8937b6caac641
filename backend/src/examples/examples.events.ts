import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Pictures of an example wait to be copied into its own place. */
export const ExamplePicturesAdded = defineTopic({
  name: 'examples.pictures_added',
  queue: 'upkeep',
  schema: z.object({ exampleId: z.uuid() }),
  maxAttempts: 5,
});

/** A customer is told what became of their offer. */
export const ExampleNewsDue = defineTopic({
  name: 'examples.news_due',
  queue: 'mail',
  schema: z.object({
    exampleId: z.uuid(),
    userId: z.uuid(),
    news: z.enum(['shown', 'refused', 'ended']),
    /** Given for it; 0 where none. */
    credits: z.int(),
  }),
  maxAttempts: 8,
});
