import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const TASK_OUTCOMES = ['done', 'failed'] as const;

/** What is known of a rule's task: when it looked last, what it found, and how its work ended. */
export const RetentionTaskSchema = defineEntity({
  name: 'RetentionTask',
  tableName: 'retention_task',
  properties: {
    ...baseProperties,
    rule: p.string().length(40).unique(),
    lastRunAt: p.datetime(3).nullable(),
    lastFound: p.integer().default(0),
    lastEffectAt: p.datetime(3).nullable(),
    lastOutcome: p.enum(TASK_OUTCOMES).nullable(),
    /** Rows it has dealt with since the installation began. */
    total: p.integer().default(0),
  },
});
export class RetentionTask extends RetentionTaskSchema.class {}
RetentionTaskSchema.setClass(RetentionTask);
