import { facts } from '../facts/index.js';
import { mayHaveLeft, isKnown, leftAt } from '../identity/index.js';
import { ageRule, type RetentionTerms } from '../platform/retention/index.js';

/** Exports whose file may still be fetched, until it may not. */
export const EXPORT_TERMS = {
  name: 'data_exports',
  table: 'data_export',
  owner: 't.user_id',
  since: 't.ready_at',
  kept: `PT${facts.dataExport.keptHours}H`,
  also: `t.status = 'ready'`,
  grace: 'PT6H',
} as const satisfies RetentionTerms;

/** That there was an export. */
export const OLD_EXPORT_RULE = ageRule({
  name: 'old_exports',
  table: 'data_export',
  since: 't.created_at',
  kept: `P${facts.retention.mailDays}D`,
  also: `t.status in ('expired', 'failed')`,
});

const proofKept = `P${facts.deletion.consentProofYears}Y`;

/** What somebody agreed to, and what of them was deleted. */
export const PROOF_RULES = [
  ageRule({
    name: 'consents',
    table: 'consent',
    since: leftAt('t.user_id'),
    kept: proofKept,
    bound: mayHaveLeft('t.user_id', proofKept),
  }),
  ageRule({
    name: 'deletion_receipts',
    table: 'deletion_receipt',
    // Of an account that never was one, no row is left to tell when it went.
    since: `(case when ${isKnown('t.user_id')} then ${leftAt('t.user_id')} else t.created_at end)`,
    kept: proofKept,
  }),
] as const;
