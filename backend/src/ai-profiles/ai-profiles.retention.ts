import { facts } from '../facts/index.js';
import type { RetentionTerms } from '../platform/retention/index.js';

const { draftDays, deletedHoursAfterTraining: hours } = facts.referencePhotos;

/** Drafts that nobody went on with. */
export const DRAFT_TERMS = {
  name: 'drafts',
  table: 'ai_profile',
  owner: 't.user_id',
  since: 't.created_at',
  kept: `P${draftDays}D`,
  also: `t.status = 'created' and t.cycle_id is null`,
  grace: 'P1D',
} as const satisfies RetentionTerms;

/** Photos of which a training has made what it could. */
export const LEFT_PHOTO_TERMS = {
  name: 'left_photos',
  table: 'reference_photo',
  owner: 't.user_id',
  // What was added after a cycle had ended is the beginning of a new draft, and is kept like one.
  since: `(select case
      when p.status = 'ready' then p.ready_at
      when p.status = 'failed' and p.cycle_closed and t.created_at > p.training_started_at then t.created_at + interval 'P${draftDays}D' - interval 'PT${hours}H'
      when p.status = 'failed' then greatest(p.cycle_started_at, p.training_started_at) + interval 'PT1H'
    end from ai_profile p where p.id = t.profile_id)`,
  kept: `PT${hours}H`,
  grace: 'PT6H',
} as const satisfies RetentionTerms;
