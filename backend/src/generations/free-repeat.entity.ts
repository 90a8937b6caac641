import { defineEntity, p } from '@mikro-orm/core';
import { COMPLAINTS } from '../integrations/portrait-engine/index.js';
import { baseProperties } from '../platform/database/index.js';

/**
 * The one free repeat of a profile, used. It outlives the run, so that deleting it brings no second one; without its profile it says
 * only which style and engine something was not liked of.
 */
export const FreeRepeatSchema = defineEntity({
  name: 'FreeRepeat',
  tableName: 'free_repeat',
  properties: {
    ...baseProperties,
    /** Null once the profile has gone. */
    profileId: p.uuid().unique().nullable(),
    /** The run that repeats; it may have been deleted since. */
    generationId: p.uuid().unique(),
    styleId: p.uuid(),
    /** What had made the run that was not liked. */
    engine: p.string().length(20),
    complaint: p.enum(COMPLAINTS),
  },
});
export class FreeRepeat extends FreeRepeatSchema.class {}
FreeRepeatSchema.setClass(FreeRepeat);
