import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'canceled', 'incomplete', 'unpaid'] as const;
export const PAYMENT_PROBLEMS = ['payment_failed', 'action_required'] as const;

/** Mirror of a subscription at the payment provider; written by synchronisation only. */
export const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    providerId: p.string().length(100).unique(),
    /** The one position of the subscription; changing its price changes the plan. */
    providerItemId: p.string().length(100),
    planId: p.string().length(40),
    /** What the period that runs costs. */
    priceRappen: p.integer(),
    /** What the provider charges for the next: another price once an announced one is set there. Null until it is read. */
    renewalRappen: p.integer().nullable(),
    status: p.enum(SUBSCRIPTION_STATUSES),
    creditsPerPeriod: p.integer(),
    currentPeriodStart: p.datetime(3),
    currentPeriodEnd: p.datetime(3),
    cancelAtPeriodEnd: p.boolean(),
    startedAt: p.datetime(3),
    /** Why the last invoice is open, and where it can be paid. */
    problem: p.enum(PAYMENT_PROBLEMS).nullable(),
    openInvoiceId: p.string().length(100).nullable(),
    payUrl: p.text().nullable(),
    /** An upgrade that waits for its payment. */
    waitingPlanId: p.string().length(40).nullable(),
    waitingUntil: p.datetime(3).nullable(),
  },
});
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription);
