import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { PublishedLinkSchema } from './published-link.entity.js';
import type { VoteBallotSchema, VoteChoiceSchema, VoteSchema } from './votes/vote.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<
    TablesOf<typeof PublishedLinkSchema | typeof VoteSchema | typeof VoteChoiceSchema | typeof VoteBallotSchema>
  >(em);
