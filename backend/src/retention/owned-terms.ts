import { DRAFT_TERMS, LEFT_PHOTO_TERMS } from '../ai-profiles/index.js';
import { hasLedger } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { PORTRAIT_TERMS, REMINDER_TERMS } from '../generations/index.js';
import { givenUpRemovals } from '../platform/queue/index.js';
import { REMOVALS } from './removals.js';
import type { RuleName, RuleTerms } from './rule.js';

/** How long an address that nobody confirmed is kept. */
export const UNCONFIRMED_DAYS = 30;

/** Conditions of the rules about what belongs to somebody, apart from their effects: the API only looks. */
export const OWNED_TERMS = {
  portrait_reminders: REMINDER_TERMS,
  portraits: { ...PORTRAIT_TERMS, receipt: 'portraits' },
  drafts: { ...DRAFT_TERMS, receipt: 'draft' },
  left_photos: { ...LEFT_PHOTO_TERMS, receipt: 'reference_photos' },
  unconfirmed_accounts: {
    name: 'unconfirmed_accounts',
    table: 'app_user',
    owner: 't.id',
    since: 't.created_at',
    kept: `P${UNCONFIRMED_DAYS}D`,
    also: `t.email_confirmed_at is null and t.deleted_at is null and t.role = 'user' and not t.is_blocked
      and not exists (select 1 from google_identity x where x.user_id = t.id) and not exists (select 1 from customer_order x where x.user_id = t.id)
      and not ${hasLedger('t.id')} and not exists (select 1 from payment x where x.user_id = t.id)`,
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
  file_removals: givenUpRemovals(REMOVALS, { grace: `P${facts.deletion.imagesWithinDays - 1}D` }),
} as const satisfies Partial<Record<RuleName, RuleTerms>>;
