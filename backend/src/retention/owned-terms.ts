import { facts } from '../facts/index.js';
import { lateRemoval, PENDING_REMOVAL, type RuleName, type RuleTerms } from './rule.js';

const { keptDays, reminderDaysBefore } = facts.portraits;
const hours = facts.referencePhotos.deletedHoursAfterTraining;
const removalGrace = `P${facts.deletion.imagesWithinDays - 1}D`;

/** How long an address that nobody confirmed is kept. */
export const UNCONFIRMED_DAYS = 30;

/** Conditions of the rules about what belongs to somebody, apart from their effects: the API only looks. */
export const OWNED_TERMS = {
  portrait_reminders: {
    name: 'portrait_reminders',
    table: 'generation',
    owner: 't.user_id',
    since: `t.expires_at - interval 'P${keptDays}D'`,
    kept: `P${keptDays - reminderDaysBefore}D`,
    also: `t.status = 'completed' and not exists (select 1 from portrait_reminder r where r.generation_id = t.id)`,
    grace: 'P1D',
  },
  portraits: {
    name: 'portraits',
    table: 'generation',
    owner: 't.user_id',
    since: `t.expires_at - interval 'P${keptDays}D'`,
    kept: `P${keptDays}D`,
    also: `t.status = 'completed'`,
    awaits: `exists (select 1 from portrait_reminder r where r.generation_id = t.id and r.sent_at <= :now - interval 'P${reminderDaysBefore}D')`,
    grace: 'P1D',
    receipt: 'portraits',
  },
  drafts: {
    name: 'drafts',
    table: 'ai_profile',
    owner: 't.user_id',
    since: 't.created_at',
    kept: `P${facts.referencePhotos.draftDays}D`,
    also: `t.status = 'created' and t.cycle_id is null`,
    grace: 'P1D',
    receipt: 'draft',
  },
  left_photos: {
    name: 'left_photos',
    table: 'reference_photo',
    owner: 't.user_id',
    // What was added after a cycle had ended is the beginning of a new draft, and is kept like one.
    since: `(select case
        when p.status = 'ready' then p.ready_at
        when p.status = 'failed' and p.cycle_closed and t.created_at > p.training_started_at then t.created_at + interval 'P${facts.referencePhotos.draftDays}D' - interval 'PT${hours}H'
        when p.status = 'failed' then greatest(p.cycle_started_at, p.training_started_at) + interval 'PT1H'
      end from ai_profile p where p.id = t.profile_id)`,
    kept: `PT${hours}H`,
    grace: 'PT6H',
    receipt: 'reference_photos',
  },
  unconfirmed_accounts: {
    name: 'unconfirmed_accounts',
    table: 'app_user',
    owner: 't.id',
    since: 't.created_at',
    kept: `P${UNCONFIRMED_DAYS}D`,
    also: `t.email_confirmed_at is null and t.deleted_at is null and t.role = 'user' and not t.is_blocked
      and not exists (select 1 from google_identity x where x.user_id = t.id) and not exists (select 1 from customer_order x where x.user_id = t.id)
      and not exists (select 1 from credit_ledger x where x.user_id = t.id) and not exists (select 1 from payment x where x.user_id = t.id)`,
    grace: 'P1D',
    receipt: 'account',
  },
  data_exports: {
    name: 'data_exports',
    table: 'data_export',
    owner: 't.user_id',
    since: 't.ready_at',
    kept: `PT${facts.dataExport.keptHours}H`,
    also: `t.status = 'ready'`,
    grace: 'PT6H',
  },
  file_removals: {
    name: 'file_removals',
    table: 'job',
    since: 't.finished_at',
    kept: 'PT1H',
    also: PENDING_REMOVAL,
    grace: removalGrace,
    lateWhen: lateRemoval(removalGrace),
  },
} as const satisfies Partial<Record<RuleName, RuleTerms>>;
