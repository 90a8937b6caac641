import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const CREDIT_REASONS = [
  'plan_grant',
  'upgrade_grant',
  'pack_grant',
  'training_charge',
  'training_return',
  'generation_charge',
  'generation_return',
  'refund_deduction',
  'refund_return',
  'debt_settlement',
  'admin_adjustment',
  'example_reward',
] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];

/** Who or what ended the run that a return is for: its owner, a failure of ours, or the operator of this installation. */
export const RETURN_CAUSES = ['customer', 'failure', 'operator'] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];

/** One line of the append-only ledger. A trigger in the database refuses to change or delete it. */
export const CreditEntrySchema = defineEntity({
  name: 'CreditEntry',
  tableName: 'credit_ledger',
  properties: {
    ...baseProperties,
    /** The order of booking, which times within a millisecond do not give. */
    seq: p.integer().autoincrement().unique(),
    userId: p.uuid(),
    delta: p.integer(),
    reason: p.enum(CREDIT_REASONS),
    /** What this line is for, once and for ever; a second line with the same key cannot exist. */
    businessKey: p.string().length(200).unique(),
    balanceAfter: p.integer(),
    profileId: p.uuid().nullable(),
    generationId: p.uuid().nullable(),
    /** Of a charge, the key that asked for it, and of what came back, the key that had spent it; null where a person did. */
    apiKeyId: p.uuid().nullable(),
    /** Of the return of a generation; null on every other line, and on returns from before causes were recorded. */
    causedBy: p.enum(RETURN_CAUSES).nullable(),
  },
  indexes: [{ properties: ['userId', 'seq'] }, { properties: ['createdAt'] }],
  checks: [
    { name: 'credit_ledger_delta_not_zero', expression: 'delta <> 0' },
    { name: 'credit_ledger_balance_after_not_negative', expression: 'balance_after >= 0' },
  ],
});
export class CreditEntry extends CreditEntrySchema.class {}
CreditEntrySchema.setClass(CreditEntry);
