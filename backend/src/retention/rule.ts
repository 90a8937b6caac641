import type { DeletionKind } from '../privacy/index.js';
import type { RetentionRule, RetentionTerms } from '../platform/retention/index.js';

export const RULE_NAMES = [
  'portrait_reminders',
  'portraits',
  'drafts',
  'left_photos',
  'unconfirmed_accounts',
  'examples',
  'file_removals',
  'session_addresses',
  'sessions',
  'email_tokens',
  'registrations',
  'email_codes',
  'challenges',
  'data_exports',
  'old_exports',
  'mails',
  'jobs',
  'idempotency',
  'audit',
  'payment_events',
  'cookie_choices',
  'engine_runs',
  'key_usage',
  'webhook_deliveries',
  'consents',
  'deletion_receipts',
  'ended_examples',
  'accounting',
  'declarations',
  'debts',
  'settled_debts',
  'misuse_reports',
  'unconfirmed_misuse_reports',
  'declined_judgements',
  'layers',
  'published_links',
  'votes',
  'announcements',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** A promise, of those that stand in the contract. */
export interface RuleTerms extends RetentionTerms {
  name: RuleName;
  /** What its owner gets a receipt for. */
  receipt?: DeletionKind;
}
export type Rule = RuleTerms & RetentionRule;

/** @throws Error where a feature's rule has a name that the contract does not know */
export function requireKnown(rules: readonly RetentionRule[]): readonly Rule[] {
  const unknown = rules.find(({ name }) => !RULE_NAMES.includes(name as RuleName));
  if (unknown) throw new Error(`no such rule of retention: ${unknown.name}`);
  return rules as readonly Rule[];
}
