import { z } from 'zod';
import { defineTopic } from '../../platform/queue/index.js';

/** The small marked pictures of a vote are to be made. */
export const VoteStarted = defineTopic({
  name: 'published_links.vote_started',
  queue: 'upkeep',
  schema: z.object({ voteId: z.uuid() }),
  maxAttempts: 5,
});
