import { AUDIT_RULE } from '../admin/index.js';
import { ENGINE_RUN_RULE } from '../engine-runs/index.js';
import { facts } from '../facts/index.js';
import { MISUSE_RULES } from '../misuse/index.js';
import { MAIL_RULE } from '../notifications/index.js';
import { WEBHOOK_DELIVERY_RULE } from '../partners/index.js';
import { idempotencyRule } from '../platform/database/index.js';
import { oldJobs } from '../platform/queue/index.js';
import type { RetentionRule } from '../platform/retention/index.js';
import {
  ACCOUNTING_RULES,
  DEBT_RULES,
  DECLARATION_RULES,
  EXPORT_RULES,
  PAYMENT_EVENT_RULES,
  PROOF_RULES,
  REMOVALS,
  SESSION_RULES,
  SIGN_IN_RULES,
} from '../retention/index.js';
import { COOKIE_CHOICE_RULE } from '../site/index.js';

const kept = `P${facts.retention.mailDays}D`;

/** The letter about an open invoice is written once as long as the invoice is open: its job is what remembers that. */
const remindsOfNoInvoice = `not exists (select 1 from subscription s where t.dedupe_key like 'payment-needed:' || s.open_invoice_id || ':%')`;

/** What every feature has promised about rows that go by age, in the order in which it is looked at and shown. */
export const PLAIN_RULES: readonly RetentionRule[] = [
  ...SESSION_RULES,
  ...SIGN_IN_RULES,
  ...EXPORT_RULES,
  MAIL_RULE,
  oldJobs(REMOVALS, { kept, also: remindsOfNoInvoice }),
  idempotencyRule(kept),
  AUDIT_RULE,
  ...PAYMENT_EVENT_RULES,
  COOKIE_CHOICE_RULE,
  WEBHOOK_DELIVERY_RULE,
  ENGINE_RUN_RULE,
  ...PROOF_RULES,
  ...DECLARATION_RULES,
  ...MISUSE_RULES,
  ...DEBT_RULES,
  ...ACCOUNTING_RULES,
];
