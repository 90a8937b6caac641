import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const CREDIT_REASONS = ['plan_grant', 'training_charge', 'training_return', 'generation_charge', 'generation_return', 'admin_adjustment'] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];

/** One line of the append-only ledger. A trigger in the database refuses to change or delete it. */
export const CreditEntrySchema = defineEntity({
  name: 'CreditEntry',
  tableName: 'credit_ledger',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    delta: p.integer(),
    reason: p.enum(CREDIT_REASONS),
    /** What this line is for, once and for ever; a second line with the same key cannot exist. */
    businessKey: p.string().length(200).unique(),
    balanceAfter: p.integer(),
    profileId: p.uuid().nullable(),
    generationId: p.uuid().nullable(),
  },
  indexes: [{ properties: ['userId', 'createdAt'] }],
  checks: [
    { name: 'credit_ledger_delta_not_zero', expression: 'delta <> 0' },
    { name: 'credit_ledger_balance_after_not_negative', expression: 'balance_after >= 0' },
  ],
});
export class CreditEntry extends CreditEntrySchema.class {}
CreditEntrySchema.setClass(CreditEntry);
