import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** The first photo of a draft is on its way: its previews will be asked for within seconds. */
export const PreviewsExpected = defineTopic({
  name: 'previews.expected',
  queue: 'previews',
  schema: z.object({ profileId: z.uuid() }),
  maxAttempts: 1,
});

export const PreviewsRequested = defineTopic({
  name: 'previews.requested',
  queue: 'previews',
  schema: z.object({ profileId: z.uuid(), version: z.int() }),
  maxAttempts: 2,
});
