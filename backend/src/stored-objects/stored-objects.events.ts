import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Stored objects nobody refers to any more. */
export const ObjectsDiscarded = defineTopic({
  // The first feature that discarded objects gave it its name; rows of the outbox hold it.
  name: 'ai-profiles.objects_discarded',
  queue: 'upkeep',
  schema: z.object({ keys: z.array(z.string()), prefixes: z.array(z.string()) }),
  maxAttempts: 50,
});
