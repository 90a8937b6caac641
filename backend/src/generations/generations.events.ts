import { z } from 'zod';
import { defineTopic, renamedField } from '../platform/queue/index.js';

export const GenerationRequested = defineTopic({
  name: 'generations.generation_requested',
  queue: 'generation',
  schema: z.object({ generationId: z.uuid() }),
  maxAttempts: 3,
});

/** The owner of a run is told how it ended. */
export const GenerationNewsDue = defineTopic({
  name: 'generations.generation_settled',
  queue: 'mail',
  schema: renamedField(
    'outcome',
    'status',
    z.object({ generationId: z.uuid(), userId: z.uuid(), status: z.enum(['completed', 'failed']) }),
  ),
  maxAttempts: 12,
});
