import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** «Welches nehme ich?»: portraits among which friends choose. */
export const VoteSchema = defineEntity({
  name: 'Vote',
  tableName: 'vote',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    endsAt: p.datetime(3),
    /** When it was ended before that. */
    endedAt: p.datetime(3).nullable(),
    /** When the customer said that the person pictured agrees, where that is somebody else. */
    personAgreedAt: p.datetime(3).nullable(),
  },
});
export class Vote extends VoteSchema.class {}
VoteSchema.setClass(Vote);

/** One of the portraits, and how many chose it. */
export const VoteChoiceSchema = defineEntity({
  name: 'VoteChoice',
  tableName: 'vote_choice',
  properties: {
    ...baseProperties,
    voteId: p.uuid(),
    /** From 1, as friends see it. */
    number: p.integer(),
    portraitId: p.uuid(),
    generationId: p.uuid().index(),
    votes: p.integer().default(0),
  },
  uniques: [{ properties: ['voteId', 'number'] }, { properties: ['voteId', 'portraitId'] }],
  checks: [{ name: 'vote_choice_not_negative', expression: 'votes >= 0' }],
});
export class VoteChoice extends VoteChoiceSchema.class {}
VoteChoiceSchema.setClass(VoteChoice);

/** That a browser has chosen: a digest of a random number it made up for itself. Nothing of who it was. */
export const VoteBallotSchema = defineEntity({
  name: 'VoteBallot',
  tableName: 'vote_ballot',
  properties: {
    ...baseProperties,
    voteId: p.uuid(),
    voterHash: p.string().length(64),
    number: p.integer(),
  },
  uniques: [{ properties: ['voteId', 'voterHash'] }],
});
export class VoteBallot extends VoteBallotSchema.class {}
VoteBallotSchema.setClass(VoteBallot);
