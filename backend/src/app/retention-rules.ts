import { AUDIT_RULE } from '../admin/index.js';
import { ANNOUNCEMENT_RULE } from '../announcements/index.js';
import { DECLARATION_RULE } from '../contracts/index.js';
import { ENGINE_RUN_RULE } from '../engine-runs/index.js';
import { EXAMPLE_PROOF_RULE } from '../examples/index.js';
import { facts } from '../facts/index.js';
import { LAYER_RULE } from '../generations/index.js';
import { KEY_USAGE_RULE, SESSION_RULES } from '../identity/index.js';
import { DECLINED_JUDGEMENT_RULE } from '../judgements/index.js';
import { MISUSE_RULES } from '../misuse/index.js';
import { EMAIL_RULE } from '../notifications/index.js';
import { WEBHOOK_DELIVERY_RULE } from '../partners/index.js';
import { DEBT_RULES, isOpenInvoiceEmail, PAYMENT_EVENT_RULE } from '../payments/index.js';
import { idempotencyRule } from '../platform/database/index.js';
import { oldJobs } from '../platform/queue/index.js';
import type { RetentionRule } from '../platform/retention/index.js';
import { OLD_EXPORT_RULE, PROOF_RULES } from '../privacy/index.js';
import { ACCOUNTING_RULE, REMOVALS } from '../retention/index.js';
import { PUBLISHED_LINK_RULES } from '../published-links/index.js';
import { SIGN_IN_RULES } from '../sign-in/index.js';
import { COOKIE_CHOICE_RULE } from '../site/index.js';

const kept = `P${facts.retention.mailDays}D`;

/** What every feature has promised about rows that go by age, in the order in which it is looked at and shown. */
export const PLAIN_RULES: readonly RetentionRule[] = [
  ...SESSION_RULES,
  ...SIGN_IN_RULES,
  OLD_EXPORT_RULE,
  EMAIL_RULE,
  // The email about an open invoice is written once: its job is what remembers that.
  oldJobs(REMOVALS, { kept, also: `not ${isOpenInvoiceEmail('t.dedupe_key')}` }),
  idempotencyRule(kept),
  AUDIT_RULE,
  PAYMENT_EVENT_RULE,
  COOKIE_CHOICE_RULE,
  KEY_USAGE_RULE,
  WEBHOOK_DELIVERY_RULE,
  ENGINE_RUN_RULE,
  ...PROOF_RULES,
  EXAMPLE_PROOF_RULE,
  DECLARATION_RULE,
  ...MISUSE_RULES,
  LAYER_RULE,
  DECLINED_JUDGEMENT_RULE,
  ...PUBLISHED_LINK_RULES,
  ANNOUNCEMENT_RULE,
  ...DEBT_RULES,
  ACCOUNTING_RULE,
];
