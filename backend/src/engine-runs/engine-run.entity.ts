import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const ENGINE_RUN_KINDS = ['training', 'prediction'] as const;
export const ENGINE_RUN_STATUSES = [
  'noted',
  'starting',
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'aborted',
  'overdue',
  'gone',
] as const;

/**
 * A run at the provider of a hosted engine, noted before it is begun. It stays when what it was for is deleted: without a name, for
 * what it has cost.
 */
export const EngineRunSchema = defineEntity({
  name: 'EngineRun',
  tableName: 'engine_run',
  properties: {
    ...baseProperties,
    kind: p.enum(ENGINE_RUN_KINDS),
    task: p.string().length(80),
    ordinal: p.integer(),
    subjectId: p.uuid().index(),
    positions: p.json<number[]>(),
    providerId: p.string().length(100).nullable(),
    status: p.enum(ENGINE_RUN_STATUSES),
    version: p.string().length(200).nullable(),
    /** Machine time, and its price in millionths of a US dollar. */
    seconds: p.float().nullable(),
    usdMicros: p.integer().nullable(),
    isHarvested: p.boolean().default(false),
    isForgotten: p.boolean().default(false),
  },
  indexes: [{ properties: ['createdAt'] }],
  uniques: [{ properties: ['task', 'ordinal'] }],
});
export class EngineRun extends EngineRunSchema.class {}
EngineRunSchema.setClass(EngineRun);
