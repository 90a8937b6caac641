import { z } from 'zod';
import { PLAN_IDS } from '../../facts/index.js';
import { VatView } from '../records/vat.js';
import { PAYMENT_PROBLEMS, SUBSCRIPTION_STATUSES } from '../records/subscription.entity.js';

export const SubscriptionView = z
  .object({
    id: z.uuid(),
    planId: z.enum(PLAN_IDS),
    planName: z.string(),
    priceRappen: z.int().describe('What the month that runs costs.'),
    renewalRappen: z.int().describe('What the next renewal costs, by what was announced to this customer.'),
    announcedPrices: z
      .array(z.object({ priceRappen: z.int(), from: z.iso.datetime().describe('The renewal from which it is paid.') }))
      .describe('Other prices that were announced to this customer in time, the earliest first.'),
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
    vat: VatView,
    credits: z
      .int()
      .describe('Granted once it is paid: the difference between the plans, prorated like the money, rounded up.'),
    nextAmountRappen: z.int().describe('Due at every renewal from then on.'),
    currentPeriodEnd: z.iso.datetime(),
    quotedAt: z.iso.datetime(),
    validUntil: z.iso.datetime(),
  })
  .meta({ id: 'UpgradeQuote' });

export const PortalView = z.object({ url: z.string() }).meta({ id: 'BillingPortal' });
