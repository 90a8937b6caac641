import { facts } from '../facts/index.js';
import { newestLedgerLine, owesCredits } from '../credits/index.js';
import { ageRule, yearEnd, type RetentionRule } from '../platform/retention/index.js';

/** Sessions, and sooner where they were opened. */
export const SESSION_RULES: readonly RetentionRule[] = [
  ageRule({
    name: 'session_addresses',
    table: 'session',
    since: 't.created_at',
    kept: `P${facts.retention.sessionAddressDays}D`,
    also: 't.address is not null',
    effect: async (em, { ids }) => {
      await em.execute(`update session set address = null where id in (${ids.map(() => '?').join(', ')})`, [...ids]);
      return ids.length;
    },
  }),
  ageRule({ name: 'sessions', table: 'session', since: 't.expires_at', kept: 'PT0S' }),
];

/** What sign-in sent or began. */
export const SIGN_IN_RULES: readonly RetentionRule[] = [
  ageRule({ name: 'email_tokens', table: 'email_token', since: 't.expires_at', kept: 'P1D' }),
  ageRule({ name: 'registrations', table: 'registration', since: 't.expires_at', kept: 'PT0S' }),
  ageRule({ name: 'email_codes', table: 'email_code', since: 't.expires_at', kept: 'P1D' }),
  ageRule({ name: 'challenges', table: 'auth_challenge', since: 't.expires_at', kept: 'P1D' }),
];

/** Exports that are over. */
export const EXPORT_RULES: readonly RetentionRule[] = [
  ageRule({
    name: 'old_exports',
    table: 'data_export',
    since: 't.created_at',
    kept: `P${facts.retention.mailDays}D`,
    also: `t.status in ('expired', 'failed')`,
  }),
];

/** What the provider told of. */
export const PAYMENT_EVENT_RULES: readonly RetentionRule[] = [
  ageRule({
    name: 'payment_events',
    table: 'payment_event',
    since: 't.received_at',
    kept: `P${facts.retention.paymentEventDays}D`,
  }),
];

/** What was agreed to, and what was deleted. */
export const PROOF_RULES: readonly RetentionRule[] = [
  ageRule({
    name: 'consents',
    table: 'consent',
    since: '(select deleted_at from app_user u where u.id = t.user_id)',
    kept: `P${facts.deletion.consentProofYears}Y`,
  }),
  ageRule({
    name: 'deletion_receipts',
    table: 'deletion_receipt',
    // Of an account that never was one, no row is left to tell when it went.
    since:
      '(case when exists (select 1 from app_user u where u.id = t.user_id) then (select deleted_at from app_user u where u.id = t.user_id) else t.created_at end)',
    kept: `P${facts.deletion.consentProofYears}Y`,
  }),
];

/** Declarations. */
export const DECLARATION_RULES: readonly RetentionRule[] = [
  // Of nobody that we know; those of a customer go with the rest of the accounting.
  ageRule({
    name: 'declarations',
    table: 'declaration',
    since: yearEnd('t.created_at'),
    kept: `P${facts.deletion.accountingYears}Y`,
    also: 't.user_id is null',
  }),
];

/** Debts that outlive an account. */
export const DEBT_RULES: readonly RetentionRule[] = [
  ageRule({ name: 'debts', table: 'address_debt', since: 't.created_at', kept: `P${facts.deletion.debtYears}Y` }),
  // Kept as long as a chargeback may still come, or may be decided in the customer's favour, of this account or of one before it.
  ageRule({
    name: 'settled_debts',
    table: 'address_debt',
    since: 'coalesce((select max(paid_at) from payment where user_id = t.user_id), t.created_at)',
    kept: `P${facts.deletion.disputableDays}D`,
    also: `not ${owesCredits('t.user_id')}
      and not exists (select 1 from payment p where p.user_id = t.user_id and p.is_dispute_open)
      and not exists (select 1 from address_debt earlier where earlier.heir_id = t.user_id)`,
  }),
];

/** Accounts that left, with their accounting. */
export const ACCOUNTING_RULES: readonly RetentionRule[] = [
  ageRule({
    name: 'accounting',
    table: 'app_user',
    since: `(${yearEnd(`greatest(t.deleted_at,
      ${newestLedgerLine('t.id')}, (select max(paid_at) from payment where user_id = t.id),
      (select max(created_at) from refund where user_id = t.id), (select max(created_at) from customer_order where user_id = t.id),
      (select max(current_period_end) from subscription where user_id = t.id), (select max(created_at) from declaration where user_id = t.id))`)})`,
    kept: `P${facts.deletion.accountingYears}Y`,
    also: 't.deleted_at is not null',
    grace: 'P30D',
    effect: async (em, { ids }) => {
      let removed = 0;
      for (const id of ids)
        removed += (await em.execute<{ removed: number }[]>('select remove_old_accounting(?) as removed', [id]))[0]!
          .removed;
      return removed;
    },
  }),
];
