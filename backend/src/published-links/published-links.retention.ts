import { facts } from '../facts/index.js';
import { ageRule, mayBeOver } from '../platform/retention/index.js';
import { forgetVotes } from './votes/vote-endings.service.js';

/** A vote ends by itself, or sooner by its owner. */
const ended = 'coalesce(t.ended_at, t.ends_at)';

export const PUBLISHED_LINK_RULES = [
  /** A link that has ended opens nothing from that second on; this takes its row away. */
  ageRule({ name: 'published_links', table: 'published_link', since: 't.ends_at', kept: 'PT0S' }),
  /** What friends chose can be read for a while after the end. */
  ageRule({
    name: 'votes',
    table: 'vote',
    since: ended,
    kept: `P${facts.votes.resultDays}D`,
    bound: mayBeOver(ended, `P${facts.votes.resultDays}D`),
    effect: (em, { ids }) => forgetVotes(em, { id: { $in: [...ids] } }),
  }),
];
