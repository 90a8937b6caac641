import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const DECLARATION_KINDS = ['cancellation', 'withdrawal'] as const;
export const DECLARATION_MANNERS = ['ordinary', 'extraordinary'] as const;
/** Closed: an admin has answered it, without carrying it out. */
export const DECLARATION_STATUSES = ['received', 'done', 'review', 'closed'] as const;
/** Why only a person can tell what is to be done (docs/contracts.md). */
export const REVIEW_REASONS = [
  'no_account',
  'no_subscription',
  'month_charged',
  'good_cause',
  'no_order',
  'withdrawn_before',
  'not_withdrawable',
  'gave_up',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Somebody has declared, on a page open to all, that a contract shall end. It counts from its receipt. */
export const DeclarationSchema = defineEntity({
  name: 'Declaration',
  tableName: 'declaration',
  properties: {
    ...baseProperties,
    /** On the receipt. */
    number: p.string().length(20).unique(),
    kind: p.enum(DECLARATION_KINDS),
    name: p.string().length(100),
    email: p.string().length(320),
    orderNumber: p.string().length(40).nullable(),
    manner: p.enum(DECLARATION_MANNERS).nullable(),
    statement: p.text().nullable(),
    /** Whose contract it is about, as far as that could be told. */
    userId: p.uuid().nullable().index(),
    orderId: p.uuid().nullable(),
    status: p.enum(DECLARATION_STATUSES),
    /** When the contract ends by it. */
    effectiveAt: p.datetime(3).nullable(),
    refundRappen: p.integer().nullable(),
    /** When its customer had the contract run on after all. */
    takenBackAt: p.datetime(3).nullable(),
    reviewReason: p.enum(REVIEW_REASONS).nullable(),
    /** When an admin said whose contract it is about: the address and the number count no more. */
    assignedAt: p.datetime(3).nullable(),
    /** What an admin answered when closing it. */
    answer: p.string().length(500).nullable(),
  },
});
export class Declaration extends DeclarationSchema.class {}
DeclarationSchema.setClass(Declaration);
