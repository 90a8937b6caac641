import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'canceled', 'incomplete', 'unpaid'] as const;

/** Mirror of a subscription at the payment provider; written by synchronisation only. */
export const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    providerId: p.string().length(100).unique(),
    planId: p.string().length(40),
    status: p.enum(SUBSCRIPTION_STATUSES),
    creditsPerPeriod: p.integer(),
    currentPeriodEnd: p.datetime(3),
    cancelAtPeriodEnd: p.boolean(),
    startedAt: p.datetime(3),
  },
});
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription);
