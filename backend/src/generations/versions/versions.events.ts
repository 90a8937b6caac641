import { z } from 'zod';
import { defineTopic } from '../../platform/queue/index.js';

/** A version of a portrait is to be made. */
export const VersionRequested = defineTopic({
  name: 'generations.version_requested',
  queue: 'upkeep',
  schema: z.object({ versionId: z.uuid() }),
  maxAttempts: 4,
});
