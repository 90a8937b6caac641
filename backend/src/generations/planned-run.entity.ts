import { defineEntity, p } from '@mikro-orm/core';
import { RETOUCHES } from '../integrations/portrait-engine/index.js';
import { baseProperties } from '../platform/database/index.js';

export const PLANNED_RUN_STATUSES = ['planned', 'started', 'not_started'] as const;
export const NOT_STARTED_REASONS = ['credits', 'style', 'consent'] as const;

/** A style that was chosen before the profile is ready: its run starts with the end of the training, once. */
export const PlannedRunSchema = defineEntity({
  name: 'PlannedRun',
  tableName: 'planned_run',
  properties: {
    ...baseProperties,
    profileId: p.uuid().unique(),
    userId: p.uuid().index(),
    styleId: p.uuid(),
    retouch: p.enum(RETOUCHES),
    status: p.enum(PLANNED_RUN_STATUSES).default('planned'),
    /** Why it was not started; null otherwise. Nothing was charged then. */
    reason: p.enum(NOT_STARTED_REASONS).nullable(),
    /** The run that was started; null until then. It may have been deleted since. */
    generationId: p.uuid().nullable(),
    /** The key that chose it; null for a person. */
    apiKeyId: p.uuid().nullable(),
  },
  checks: [
    {
      name: 'planned_run_outcome',
      expression:
        "(status = 'started') = (generation_id is not null) and (status = 'not_started') = (reason is not null)",
    },
  ],
});
export class PlannedRun extends PlannedRunSchema.class {}
PlannedRunSchema.setClass(PlannedRun);
