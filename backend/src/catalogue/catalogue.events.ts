import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Our plans have to be published at the provider. */
export const PlansChanged = defineTopic({
  name: 'billing.plans_changed',
  queue: 'billing',
  schema: z.object({ fingerprint: z.string() }),
  maxAttempts: 20,
});
