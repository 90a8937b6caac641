import { defineEntity, p } from '@mikro-orm/core';
import {
  COMPLAINTS,
  RETOUCHES,
  type CutoutChoice,
  type RenderedPortrait,
} from '../integrations/portrait-engine/index.js';
import { baseProperties } from '../platform/database/index.js';

/** A portrait whose files are stored. */
export type DeliveredPortrait = Pick<
  RenderedPortrait,
  'index' | 'width' | 'height' | 'likeness' | 'rank' | 'source' | 'isSample'
> & { bytes: number; fingerprints: string[] };

export const GENERATION_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;

/** One run of 8 portraits in one style: all of them or none. */
export const GenerationSchema = defineEntity({
  name: 'Generation',
  tableName: 'generation',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    profileId: p.uuid().index(),
    styleId: p.uuid(),
    scene: p.string().length(60),
    /** What the style showed when it was chosen, for engines that are told in words. */
    prompt: p.text().default(''),
    seed: p.integer(),
    /** What the customer had chosen among the photos when it was started; every attempt keeps to it. Null where nothing. */
    photoChoice: p.json<CutoutChoice>().nullable(),
    /** How much of the skin is evened out; null where nobody could choose: hosted models, and what was trained before one could. */
    retouch: p.enum(RETOUCHES).nullable(),
    /** The paid run that this one repeats without a charge; that one may have been deleted since. */
    repeatOf: p.uuid().nullable(),
    /** What was not liked of that one. */
    complaint: p.enum(COMPLAINTS).nullable(),
    status: p.enum(GENERATION_STATUSES).default('queued'),
    progressFraction: p.float().default(0),
    /** What is known of the stored portraits while the run is under way: another attempt goes on from there. */
    delivered: p.json<DeliveredPortrait[]>().default('[]'),
    /** Positions that can be seen in small while the run is under way: each as soon as it is rendered, before the rest of its files is written. */
    previewed: p.json<number[]>().default('[]'),
    /** What made it; null until then, and for runs from before there were several engines. */
    engine: p.string().length(20).nullable(),
    /** The provider's emulator drew its portraits: they are no customer's portraits, and say so. */
    isSample: p.boolean().default(false),
    /** How many of its portraits their owner has deleted by themselves; the others are there. */
    deletedPortraits: p.integer().default(0),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable().index(),
    expiresAt: p.datetime(3).nullable().index(),
  },
  indexes: [{ properties: ['userId', 'createdAt'] }],
  checks: [
    { name: 'generation_repeat', expression: '(repeat_of is null) = (complaint is null)' },
    { name: 'generation_deleted_portraits', expression: 'deleted_portraits >= 0' },
  ],
});
export class Generation extends GenerationSchema.class {}
GenerationSchema.setClass(Generation);
