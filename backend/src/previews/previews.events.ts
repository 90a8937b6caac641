import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

export const PreviewsRequested = defineTopic({
  name: 'previews.requested',
  queue: 'previews',
  schema: z.object({ profileId: z.uuid(), version: z.int() }),
  maxAttempts: 2,
});
