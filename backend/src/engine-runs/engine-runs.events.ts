import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Nobody wants these any more: what is under way at the provider ends, what it left there goes. */
export const RemoteWorkDiscarded = defineTopic({
  name: 'engine-runs.remote_work_discarded',
  queue: 'upkeep',
  schema: z.object({ tasks: z.array(z.string()), subjectIds: z.array(z.uuid()) }),
  // Every hour for more than a year: it is given up by nobody while the provider, or our account there, is away.
  maxAttempts: 10_000,
});
