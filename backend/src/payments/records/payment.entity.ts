import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const PAYMENT_KINDS = ['subscription_create', 'subscription_cycle', 'subscription_update', 'pack'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Money that came in and what was granted for it; the one place where both meet. Written by synchronisation only. */
export const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    kind: p.enum(PAYMENT_KINDS),
    /** The provider's invoice, or the checkout session of a pack. */
    sourceId: p.string().length(200).unique(),
    providerSubscriptionId: p.string().length(100).nullable().index(),
    /** What the provider refunds; null when nothing had to be paid. */
    paymentIntentId: p.string().length(100).nullable().unique(),
    orderId: p.uuid().nullable(),
    amountRappen: p.integer(),
    creditsGranted: p.integer(),
    /** Credits that wait for an admin's word instead of being granted; they stay noted when the contract ends first. */
    creditsHeld: p.integer().default(0),
    paidAt: p.datetime(3).index(),
    /** The period that was paid for; null for packs. */
    periodStart: p.datetime(3).nullable(),
    periodEnd: p.datetime(3).nullable(),
    /** What the provider has given back, and what a bank has taken or holds back. */
    refundedRappen: p.integer().default(0),
    disputedRappen: p.integer().default(0),
    isDisputeOpen: p.boolean().default(false),
    /** Credits taken back for it, owed ones included, and how often that was corrected. */
    creditsTakenBack: p.integer().default(0),
    corrections: p.integer().default(0),
    /** When it was reckoned what goes back of it because its contract was withdrawn from or its customer left; once. */
    woundUpAt: p.datetime(3).nullable(),
    /** The withdrawn order for which it is reckoned once its open chargeback is decided. */
    settlesOrderId: p.uuid().nullable(),
  },
  checks: [
    {
      name: 'payment_credits_taken_back_within_grant',
      expression: 'credits_taken_back >= 0 and credits_taken_back <= credits_granted',
    },
    {
      name: 'payment_credits_held_not_granted',
      expression: 'credits_held >= 0 and (credits_held = 0 or credits_granted = 0)',
    },
  ],
});
export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment);
