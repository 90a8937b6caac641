import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** Reports of misuse; sooner those whose address nobody confirmed. */
export const MISUSE_RULES = [
  ageRule({
    name: 'misuse_reports',
    table: 'misuse_report',
    since: 't.created_at',
    kept: `P${facts.misuse.keptMonths}M`,
  }),
  ageRule({
    name: 'unconfirmed_misuse_reports',
    table: 'misuse_report',
    since: 't.created_at',
    kept: `PT${facts.misuse.unconfirmedHours}H`,
    also: `t.status = 'unconfirmed'`,
  }),
] as const;
