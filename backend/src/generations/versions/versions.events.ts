import { z } from 'zod';
import { defineTopic } from '../../platform/queue/index.js';

/** A version of a portrait is to be made. */
export const VersionRequested = defineTopic({
  name: 'generations.version_requested',
  queue: 'upkeep',
  // With the place of its file: once its row has gone, nothing else says where it was to lie.
  schema: z.object({ versionId: z.uuid(), generationId: z.uuid(), position: z.int() }),
  maxAttempts: 4,
});

/** The same of one that is rendered again, which takes seconds: behind paid work, and shared fairly. */
export const RemadeVersionRequested = defineTopic({
  name: 'generations.remade_version_requested',
  queue: 'previews',
  schema: VersionRequested.schema,
  maxAttempts: 4,
});

/** The layers of a portrait are to be made: somebody is looking at a screen and waits for them. */
export const LayersRequested = defineTopic({
  name: 'generations.layers_requested',
  queue: 'previews',
  schema: z.object({ layersId: z.uuid(), generationId: z.uuid(), position: z.int() }),
  maxAttempts: 2,
});
