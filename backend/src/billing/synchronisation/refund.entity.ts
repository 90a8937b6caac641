import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const REFUND_STATUSES = ['requested', 'submitted', 'failed'] as const;

/** Money that we give back. Noted in the transaction that takes the credits, carried out by a job. */
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
  },
  checks: [{ name: 'refund_amount_positive', expression: 'amount_rappen > 0' }],
});
export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);
