import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeletionKind } from '../privacy/index.js';

export const RULE_NAMES = [
  'portrait_reminders',
  'portraits',
  'drafts',
  'left_photos',
  'unconfirmed_accounts',
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
  'webhook_deliveries',
  'consents',
  'deletion_receipts',
  'accounting',
  'declarations',
  'debts',
  'settled_debts',
  'misuse_reports',
  'unconfirmed_misuse_reports',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** Rows of one owner (or of nobody) that a job deals with. */
export interface Batch {
  ids: readonly string[];
  userId: string | null;
  now: Date;
  /** Those that the job was noted for, also what is not due any more. */
  noted: readonly string[];
}

/**
 * One promise about how long something is kept. Conditions are SQL about a row `t` of the table; `:now` is the product's clock.
 * A row is over once `since` lies `kept` in the past and `also` holds.
 */
export interface RuleTerms {
  name: RuleName;
  table: string;
  since: string;
  /** ISO 8601 duration. */
  kept: string;
  also?: string;
  /** What else has to come first: what is over and still waits for it is overdue, but not touched. */
  awaits?: string;
  /** Whose row it is; left out where it is nobody's. */
  owner?: string;
  /** How long after its time something may still be there before an alarm is raised; ISO 8601. */
  grace: string;
  /** What counts as overdue, where that is not simply what is over since its grace. */
  lateWhen?: string;
  /** What its owner gets a receipt for. */
  receipt?: DeletionKind;
}

/** A promise, and what keeps it. */
export interface RetentionRule extends RuleTerms {
  /** Done before the transaction, outside of the database. A repetition must do no harm. */
  before?(batch: Batch): Promise<void>;
  /** In one transaction with the end of the job, over rows that are locked and still over. @returns how many a person would count */
  effect(em: EntityManager, batch: Batch): Promise<number>;
  /** Once it is committed, for instance to tell open pages. */
  after?(batch: Batch): void;
}

/** Jobs of which something outside of the database still has to go, and that were given up. */
const REMOVALS = `('ai-profiles.objects_discarded', 'accounts.export_files_discarded', 'accounts.data_export_expired', 'engine-runs.remote_work_discarded', 'accounts.data_deleted')`;
export const PENDING_REMOVAL = `t.outcome = 'failed' and t.topic in ${REMOVALS}`;
/** Such jobs, given up or not, that were noted before a moment and are not done. */
export const lateRemoval = (grace: string): string =>
  `t.topic in ${REMOVALS} and t.outcome is distinct from 'done' and t.outcome is distinct from 'called_off' and t.run_after <= :now and t.created_at + interval '${grace}' <= :now`;

/** SQL with `:now` for a row that is over, as of then. */
export const isOver = (rule: RuleTerms): string =>
  `${rule.since} + interval '${rule.kept}' <= :now and (${rule.also ?? 'true'})`;
export const isDue = (rule: RuleTerms): string => `${isOver(rule)} and (${rule.awaits ?? 'true'})`;

/** Puts the moment in the place of every `:now`. */
export function at(sql: string, now: Date, ...rest: unknown[]): [string, unknown[]] {
  const moments = Array.from(sql.matchAll(/:now\b/g), () => now);
  return [sql.replaceAll(/:now\b/g, '?::timestamptz'), [...moments, ...rest]];
}

/** The usual effect: the rows go. */
export const remove =
  (table: string) =>
  async (em: EntityManager, { ids }: Batch): Promise<number> => {
    await em.execute(`delete from "${table}" where id in (${ids.map(() => '?').join(', ')})`, [...ids]);
    return ids.length;
  };
