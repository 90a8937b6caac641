import { defineEntity, p } from '@mikro-orm/core';
import { REFUND_FAILURES } from '../../integrations/payments/index.js';
import { baseProperties } from '../../platform/database/index.js';

/** Settled: it went back in another way. Dropped: it was not due, or had gone back already. */
export const REFUND_STATUSES = ['requested', 'submitted', 'failed', 'settled', 'dropped'] as const;

/** Money that we give back. Noted in the transaction that takes the credits, carried out by a job; one that fails waits for an admin. */
export const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    paymentId: p.uuid().index(),
    orderId: p.uuid().nullable(),
    amountRappen: p.integer(),
    status: p.enum(REFUND_STATUSES),
    providerId: p.string().length(100).nullable().unique(),
    /** Why it failed the last time. */
    failure: p.enum(REFUND_FAILURES).nullable(),
    /** How often somebody decided to send it again. */
    attempt: p.integer().default(0),
  },
  indexes: [{ properties: ['createdAt'] }],
  checks: [{ name: 'refund_amount_positive', expression: 'amount_rappen > 0' }],
});
export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);
