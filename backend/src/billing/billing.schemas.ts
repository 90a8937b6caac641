import { z } from 'zod';
import { PLAN_IDS } from '../facts/index.js';
import { ORDER_STATUSES } from './order.entity.js';
import { SUBSCRIPTION_STATUSES } from './subscription.entity.js';

export const PlanView = z
  .object({
    id: z.enum(PLAN_IDS),
    name: z.string(),
    priceRappen: z.int().describe('Per month, in Rappen, VAT included.'),
    credits: z.int().describe('Granted with every paid month.'),
    recommended: z.boolean(),
    examples: z.array(z.object({ trainings: z.int(), styles: z.int() })),
  })
  .meta({ id: 'Plan' });
export const PlanList = z.object({ items: z.array(PlanView) }).meta({ id: 'PlanList' });

export const OrderBody = z
  .strictObject({
    planId: z.enum(PLAN_IDS),
    acceptEarlyStart: z.literal(true).describe('The service may start before the withdrawal period ends.'),
    acceptWithdrawalEffect: z.literal(true).describe('A withdrawal then pays back the price less the share already used.'),
  })
  .meta({ id: 'OrderBody' });

export const OrderView = z
  .object({
    id: z.uuid(),
    status: z.enum(ORDER_STATUSES),
    planId: z.enum(PLAN_IDS),
    amountRappen: z.int(),
    currency: z.literal('CHF'),
    credits: z.int(),
    checkoutUrl: z.string().nullable().describe('Where to pay; null once the order is settled.'),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Order' });

export const SubscriptionView = z
  .object({
    id: z.uuid(),
    planId: z.enum(PLAN_IDS),
    planName: z.string(),
    priceRappen: z.int(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    creditsPerPeriod: z.int(),
    currentPeriodEnd: z.iso.datetime(),
    cancelAtPeriodEnd: z.boolean(),
  })
  .meta({ id: 'Subscription' });
export const CurrentSubscription = z.object({ subscription: SubscriptionView.nullable() }).meta({ id: 'CurrentSubscription' });
export const WebhookReceipt = z.object({ received: z.literal(true) }).meta({ id: 'WebhookReceipt' });
