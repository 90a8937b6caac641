import { defineEntity, p } from '@mikro-orm/core';
import { facts } from '../facts/index.js';
import { baseProperties } from '../platform/database/index.js';

export const EXAMPLE_PLACES = facts.examples.places;
export type ExamplePlace = (typeof EXAMPLE_PLACES)[number];
export const EXAMPLE_STATUSES = ['preparing', 'offered', 'shown', 'ended'] as const;
export const EXAMPLE_ENDINGS = ['withdrawn', 'expired', 'refused', 'removed', 'deleted'] as const;
export type ExampleEnding = (typeof EXAMPLE_ENDINGS)[number];

/**
 * Portraits of a real person that public pages may show, and the release that allows it. One that has ended keeps neither pictures nor alias:
 * it proves that there was a release.
 */
export const ExampleSchema = defineEntity({
  name: 'Example',
  tableName: 'example',
  properties: {
    ...baseProperties,
    /** The customer who offered it; null for pictures that the operator has a signed release for. */
    userId: p.uuid().nullable().index(),
    /** The run its portraits were copied from; the copies stay when its portraits expire. */
    generationId: p.uuid().nullable().index(),
    styleId: p.uuid(),
    status: p.enum(EXAMPLE_STATUSES),
    /** What the person is called beside the pictures. */
    alias: p.string().length(facts.examples.aliasMax),
    places: p.json<ExamplePlace[]>(),
    /** Where the signed release is kept, or the version of the text that the customer agreed to. */
    releaseReference: p.string().length(120),
    releasedAt: p.datetime(3),
    /** For how many months a customer allows it once it is shown; null where the operator's release names its end. */
    months: p.integer().nullable(),
    /** What the customer was told it brings when it was offered, credits; null where the operator has the release, and in older offers. */
    rewardCredits: p.integer().nullable(),
    /** Nothing is shown from here on. An offer waits until then. */
    endsAt: p.datetime(3),
    shownAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    endedBecause: p.enum(EXAMPLE_ENDINGS).nullable(),
  },
  indexes: [{ properties: ['endedAt'] }, { properties: ['status', 'createdAt'] }],
  checks: [
    { name: 'example_ended', expression: `(status = 'ended') = (ended_at is not null and ended_because is not null)` },
    { name: 'example_reward_not_negative', expression: 'reward_credits >= 0' },
    { name: 'example_shown', expression: `status <> 'shown' or shown_at is not null` },
  ],
});
export class Example extends ExampleSchema.class {}
ExampleSchema.setClass(Example);
