import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

export const GenerationRequested = defineTopic({
  name: 'generations.generation_requested',
  queue: 'generation',
  schema: z.object({ generationId: z.uuid() }),
  maxAttempts: 3,
});

export const GenerationNewsDue = defineTopic({
  name: 'generations.generation_settled',
  queue: 'mail',
  schema: z.object({ generationId: z.uuid(), userId: z.uuid(), outcome: z.enum(['completed', 'failed']) }),
  maxAttempts: 12,
});
