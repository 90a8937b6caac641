import { facts } from '../facts/index.js';
import { PENDING_REMOVAL, remove, type RetentionRule } from './rule.js';

const yearEnd = (moment: string): string => `date_trunc('year', ${moment}) + interval '1 year'`;

/** Rows that go by age alone, and take nothing else with them. */
const plain = (rule: Omit<RetentionRule, 'effect' | 'grace'> & Partial<RetentionRule>): RetentionRule => ({
  grace: 'P1D',
  effect: remove(rule.table),
  ...rule,
});

export const PLAIN_RULES: readonly RetentionRule[] = [
  plain({
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
  plain({ name: 'sessions', table: 'session', since: 't.expires_at', kept: 'PT0S' }),
  plain({ name: 'email_tokens', table: 'email_token', since: 't.expires_at', kept: 'P1D' }),
  plain({ name: 'registrations', table: 'registration', since: 't.expires_at', kept: 'PT0S' }),
  plain({ name: 'email_codes', table: 'email_code', since: 't.expires_at', kept: 'P1D' }),
  plain({ name: 'challenges', table: 'auth_challenge', since: 't.expires_at', kept: 'P1D' }),
  plain({
    name: 'old_exports',
    table: 'data_export',
    since: 't.created_at',
    kept: `P${facts.retention.mailDays}D`,
    also: `t.status in ('expired', 'failed')`,
  }),
  plain({ name: 'mails', table: 'mail', since: 't.created_at', kept: `P${facts.retention.mailDays}D` }),
  // One that failed to remove files is no old row, but work that is still to be done (rule «file_removals»).
  // The letter about an open invoice is written once as long as the invoice is open: its job is what remembers that.
  plain({
    name: 'jobs',
    table: 'job',
    since: 't.finished_at',
    kept: `P${facts.retention.mailDays}D`,
    also: `not (${PENDING_REMOVAL}) and not exists (select 1 from subscription s where t.dedupe_key like 'payment-needed:' || s.open_invoice_id || ':%')`,
  }),
  plain({
    name: 'idempotency',
    table: 'idempotency_record',
    since: 't.created_at',
    kept: `P${facts.retention.mailDays}D`,
  }),
  plain({
    name: 'audit',
    table: 'audit_entry',
    since: 't.created_at',
    kept: `P${facts.retention.auditMonths}M`,
    effect: async (em, { ids }) =>
      (
        await em.execute<{ removed: number }[]>(
          'select remove_old_audit_entries(array(select jsonb_array_elements_text(?::jsonb)::uuid)) as removed',
          [JSON.stringify(ids)],
        )
      )[0]!.removed,
  }),
  plain({
    name: 'payment_events',
    table: 'payment_event',
    since: 't.received_at',
    kept: `P${facts.retention.paymentEventDays}D`,
  }),
  plain({
    name: 'cookie_choices',
    table: 'cookie_choice',
    since: 't.created_at',
    kept: `P${facts.cookies.consentYears}Y`,
  }),
  plain({
    name: 'webhook_deliveries',
    table: 'webhook_delivery',
    since: 't.created_at',
    kept: `P${facts.webhooks.logDays}D`,
  }),
  // The row of a run is how its copies at the provider are found: it stays until those are forgotten.
  plain({
    name: 'engine_runs',
    table: 'engine_run',
    since: 't.created_at',
    kept: `P${facts.retention.auditMonths}M`,
    also: 't.is_forgotten',
  }),
  plain({
    name: 'consents',
    table: 'consent',
    since: '(select deleted_at from app_user u where u.id = t.user_id)',
    kept: `P${facts.deletion.consentProofYears}Y`,
  }),
  plain({
    name: 'deletion_receipts',
    table: 'deletion_receipt',
    // Of an account that never was one, no row is left to tell when it went.
    since:
      '(case when exists (select 1 from app_user u where u.id = t.user_id) then (select deleted_at from app_user u where u.id = t.user_id) else t.created_at end)',
    kept: `P${facts.deletion.consentProofYears}Y`,
  }),
  // Of nobody that we know; those of a customer go with the rest of the accounting.
  plain({
    name: 'declarations',
    table: 'declaration',
    since: yearEnd('t.created_at'),
    kept: `P${facts.deletion.accountingYears}Y`,
    also: 't.user_id is null',
  }),
  plain({
    name: 'misuse_reports',
    table: 'misuse_report',
    since: 't.created_at',
    kept: `P${facts.misuse.keptMonths}M`,
  }),
  plain({
    name: 'unconfirmed_misuse_reports',
    table: 'misuse_report',
    since: 't.created_at',
    kept: `PT${facts.misuse.unconfirmedHours}H`,
    also: `t.status = 'unconfirmed'`,
  }),
  plain({ name: 'debts', table: 'address_debt', since: 't.created_at', kept: `P${facts.deletion.debtYears}Y` }),
  // Kept as long as a chargeback may still come, or may be decided in the customer's favour, of this account or of one before it.
  plain({
    name: 'settled_debts',
    table: 'address_debt',
    since: 'coalesce((select max(paid_at) from payment where user_id = t.user_id), t.created_at)',
    kept: `P${facts.deletion.disputableDays}D`,
    also: `not exists (select 1 from credit_account a where a.user_id = t.user_id and a.owed > 0)
      and not exists (select 1 from payment p where p.user_id = t.user_id and p.is_dispute_open)
      and not exists (select 1 from address_debt earlier where earlier.heir_id = t.user_id)`,
  }),
  plain({
    name: 'accounting',
    table: 'app_user',
    since: `(${yearEnd(`greatest(t.deleted_at,
      (select max(created_at) from credit_ledger where user_id = t.id), (select max(paid_at) from payment where user_id = t.id),
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
