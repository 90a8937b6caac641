import { z } from 'zod';
import { PLAN_IDS } from '../facts/index.js';
import { ORDER_KINDS, ORDER_STATUSES } from './orders/order.entity.js';
import { PAYMENT_PROBLEMS, SUBSCRIPTION_STATUSES } from './subscriptions/subscription.entity.js';

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

export const CreditPackView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    credits: z.int(),
    priceRappen: z.int().describe('Once, in Rappen, VAT included.'),
    isMostPopular: z.boolean(),
  })
  .meta({ id: 'CreditPack' });
export const CreditPackList = z
  .object({
    purchasable: z
      .boolean()
      .describe(
        'Whether packs are sold to this user now: with an active subscription, or a cancelled one still in its period.',
      ),
    items: z.array(CreditPackView).describe('Empty when not purchasable.'),
  })
  .meta({ id: 'CreditPackList' });

const consents = {
  acceptEarlyStart: z.literal(true).describe('The service may start before the withdrawal period ends.'),
  acceptWithdrawalEffect: z
    .literal(true)
    .describe('A withdrawal then pays back the price less the share already used.'),
};
export const OrderBody = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('plan'), planId: z.enum(PLAN_IDS), ...consents }),
    z.strictObject({ kind: z.literal('pack'), packId: z.uuid(), ...consents }),
    z.strictObject({
      kind: z.literal('upgrade'),
      planId: z.enum(PLAN_IDS),
      quotedAt: z.iso.datetime().describe('From the quote that was shown; the price is reckoned to this moment.'),
      ...consents,
    }),
  ])
  .meta({ id: 'OrderBody' });
export type OrderBody = z.infer<typeof OrderBody>;

export const OrderView = z
  .object({
    id: z.uuid(),
    number: z.string().describe('What the customer calls it by, for instance when withdrawing from it.'),
    kind: z.enum(ORDER_KINDS),
    status: z.enum(ORDER_STATUSES),
    planId: z.enum(PLAN_IDS).nullable().describe('The plan that was ordered; null for a pack.'),
    itemName: z.string().describe('Name of the plan or pack as ordered.'),
    amountRappen: z.int().describe('Due with the order, in Rappen, VAT included.'),
    currency: z.literal('CHF'),
    credits: z.int().describe('Granted once this order is paid.'),
    paymentUrl: z.string().nullable().describe('Where to pay; null once the order is settled.'),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
    withdrawableUntil: z.iso
      .datetime()
      .nullable()
      .describe('Last moment for a withdrawal; null when there is nothing (any more) to withdraw from.'),
    withdrawnAt: z.iso.datetime().nullable(),
    awaitsDispute: z
      .boolean()
      .describe('Withdrawn from while a chargeback is open: what is paid back is reckoned once the bank has decided.'),
    refundRappen: z.int().describe('What was promised back for it so far, in Rappen.'),
    heldAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Since when it is paid while its credits wait for a check by the operator; null when they do not wait (any more).',
      ),
  })
  .meta({ id: 'Order' });
export const OrderPage = z
  .object({ items: z.array(OrderView), nextCursor: z.string().nullable() })
  .meta({ id: 'OrderPage' });

export const WithdrawalQuote = z
  .object({
    refundRappen: z.int().describe('What a withdrawal pays back: the price less the share already used, by credits.'),
    credits: z.int().describe('Unused credits that a withdrawal takes back.'),
    until: z.iso.datetime(),
    awaitsDispute: z
      .boolean()
      .describe(
        'A chargeback is open: what its payment gives back is reckoned once the bank has decided, and not counted here.',
      ),
  })
  .meta({ id: 'WithdrawalQuote' });

export const SubscriptionView = z
  .object({
    id: z.uuid(),
    planId: z.enum(PLAN_IDS),
    planName: z.string(),
    priceRappen: z.int().describe('What this subscription costs a month.'),
    status: z.enum(SUBSCRIPTION_STATUSES),
    creditsPerPeriod: z.int(),
    startedAt: z.iso.datetime(),
    currentPeriodStart: z.iso.datetime(),
    currentPeriodEnd: z.iso.datetime(),
    cancelAtPeriodEnd: z.boolean(),
    problem: z
      .object({ kind: z.enum(PAYMENT_PROBLEMS), payUrl: z.string().nullable().describe('Where to pay or to confirm.') })
      .nullable()
      .describe('Why the last invoice is not paid yet.'),
    waitingUpgrade: z
      .object({
        planId: z.enum(PLAN_IDS),
        planName: z.string(),
        expiresAt: z.iso.datetime(),
        payUrl: z.string().nullable(),
      })
      .nullable()
      .describe('An upgrade that comes into force once it is paid.'),
  })
  .meta({ id: 'Subscription' });
export const CurrentSubscription = z
  .object({
    subscription: SubscriptionView.nullable(),
    grantMissing: z
      .boolean()
      .describe('A paid period lacks its credits, or what is known is out of date: synchronise.'),
    purchasesBlocked: z
      .boolean()
      .describe('Nothing can be ordered: credits are owed after a refund or chargeback, or one is under way.'),
    owedCredits: z.int().describe('Credits still owed after a refund or chargeback; later grants settle them first.'),
    heldCredits: z.int().describe('Credits that are paid for and wait for a check by the operator.'),
    nextOrderHeld: z
      .boolean()
      .describe('The credits of a new order would wait for a check, after repeated withdrawals.'),
  })
  .meta({ id: 'CurrentSubscription' });
export const SynchronisedSubscription = CurrentSubscription.extend({
  creditsGranted: z.int().describe('What this call granted.'),
}).meta({ id: 'SynchronisedSubscription' });

export const UpgradeQuoteQuery = z.strictObject({ planId: z.enum(PLAN_IDS) });
export const UpgradeQuote = z
  .object({
    planId: z.enum(PLAN_IDS),
    planName: z.string(),
    amountRappen: z.int().describe('Due now: the prorated difference, to the Rappen.'),
    credits: z
      .int()
      .describe('Granted once it is paid: the difference between the plans, prorated like the money, rounded up.'),
    nextAmountRappen: z.int().describe('Due at every renewal from then on.'),
    currentPeriodEnd: z.iso.datetime(),
    quotedAt: z.iso.datetime(),
    validUntil: z.iso.datetime(),
  })
  .meta({ id: 'UpgradeQuote' });

export const PortalBody = z.strictObject({}).meta({ id: 'PortalBody' });
export const PortalView = z.object({ url: z.string() }).meta({ id: 'BillingPortal' });

export const InvoiceView = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.enum(['open', 'paid', 'void', 'uncollectible']),
    totalRappen: z.int(),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
    description: z.string(),
    pdfUrl: z
      .string()
      .nullable()
      .describe('Path of the PDF under this API, for the owner alone; null while there is none.'),
    payUrl: z.string().nullable().describe('Where an open invoice is paid.'),
  })
  .meta({ id: 'Invoice' });
export const InvoiceList = z.object({ items: z.array(InvoiceView) }).meta({ id: 'InvoiceList' });

export const WebhookReceipt = z.object({ received: z.literal(true) }).meta({ id: 'WebhookReceipt' });
