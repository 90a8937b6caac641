import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

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
    seed: p.integer(),
    status: p.enum(GENERATION_STATUSES).default('queued'),
    progressFraction: p.float().default(0),
    /** Positions whose preview is stored, while the run is under way. */
    finished: p.json<number[]>().default('[]'),
    /** What made it; null until then, and for runs from before there were several engines. */
    engine: p.string().length(20).nullable(),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['userId', 'createdAt'] }],
});
export class Generation extends GenerationSchema.class {}
GenerationSchema.setClass(Generation);
