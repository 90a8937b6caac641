import type { z } from 'zod';
import { facts, type PlanId } from '../facts/index.js';
import type { OrderView, PlanView, SubscriptionView } from './billing.schemas.js';
import type { Order } from './order.entity.js';
import type { Plan } from './plan.entity.js';
import type { Subscription } from './subscription.entity.js';

export function viewPlan(plan: Plan): z.infer<typeof PlanView> {
  const fact = facts.plans.find((candidate) => candidate.id === plan.id);
  return { id: plan.id as PlanId, name: plan.name, priceRappen: plan.priceRappen, credits: plan.credits, recommended: plan.recommended, examples: [...(fact?.examples ?? [])] };
}

export function viewOrder(order: Order): z.infer<typeof OrderView> {
  return {
    id: order.id,
    status: order.status,
    planId: order.planId as PlanId,
    amountRappen: order.amountRappen,
    currency: facts.currency,
    credits: order.credits,
    checkoutUrl: order.status === 'pending' ? (order.checkoutUrl ?? null) : null,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
  };
}

export function viewSubscription(subscription: Subscription, plan: Plan): z.infer<typeof SubscriptionView> {
  return {
    id: subscription.id,
    planId: plan.id as PlanId,
    planName: plan.name,
    priceRappen: plan.priceRappen,
    status: subscription.status,
    creditsPerPeriod: subscription.creditsPerPeriod,
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  };
}
