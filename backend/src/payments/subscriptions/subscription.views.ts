import { viewVat } from '../records/vat.js';
import type { z } from 'zod';
import type { Plan } from '../../catalogue/index.js';
import type { PlanId } from '../../facts/index.js';
import type { AnnouncedPrice } from '../price-changes/announced-prices.js';
import type { Subscription } from '../records/subscription.entity.js';
import type { SubscriptionView, UpgradeQuote } from './subscription.schemas.js';
import type { Quote } from './upgrades.service.js';

export function viewSubscription(
  subscription: Subscription,
  plan: Plan,
  waiting: Plan | null,
  announced: AnnouncedPrice[],
): z.infer<typeof SubscriptionView> {
  return {
    id: subscription.id,
    planId: plan.id as PlanId,
    planName: plan.name,
    priceRappen: subscription.priceRappen,
    renewalRappen:
      announced.find(({ from }) => from.getTime() === subscription.currentPeriodEnd.getTime())?.priceRappen ??
      subscription.priceRappen,
    announcedPrices: announced.map(({ priceRappen, from }) => ({ priceRappen, from: from.toISOString() })),
    status: subscription.status,
    creditsPerPeriod: subscription.creditsPerPeriod,
    startedAt: subscription.startedAt.toISOString(),
    currentPeriodStart: subscription.currentPeriodStart.toISOString(),
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    problem: subscription.problem ? { kind: subscription.problem, payUrl: subscription.payUrl ?? null } : null,
    waitingUpgrade:
      waiting && subscription.waitingUntil
        ? {
            planId: waiting.id as PlanId,
            planName: waiting.name,
            expiresAt: subscription.waitingUntil.toISOString(),
            payUrl: subscription.payUrl ?? null,
          }
        : null,
  };
}

export function viewQuote({
  plan,
  subscription,
  amountRappen,
  vatPercent,
  vatRappen,
  credits,
  quotedAt,
  validUntil,
}: Quote): z.infer<typeof UpgradeQuote> {
  return {
    planId: plan.id as PlanId,
    planName: plan.name,
    amountRappen,
    vat: viewVat({ vatPercent, vatRappen }),
    credits,
    nextAmountRappen: plan.priceRappen,
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    quotedAt: quotedAt.toISOString(),
    validUntil: validUntil.toISOString(),
  };
}
