import type { z } from 'zod';
import { facts, type PlanId } from '../facts/index.js';
import type { ProviderInvoiceDocument } from '../integrations/payments/index.js';
import type {
  CreditPackView,
  InvoiceView,
  OrderView,
  PlanView,
  SubscriptionView,
  UpgradeQuote,
} from './billing.schemas.js';
import type { Order } from './orders/order.entity.js';
import { withdrawableUntil } from './orders/withdrawal-period.js';
import type { CreditPack } from './packs/credit-pack.entity.js';
import type { Plan } from './plans/plan.entity.js';
import type { Subscription } from './subscriptions/subscription.entity.js';
import type { Quote } from './subscriptions/upgrades.service.js';

export function viewPlan(
  plan: Pick<Plan, 'id' | 'name' | 'priceRappen' | 'credits' | 'recommended'>,
): z.infer<typeof PlanView> {
  const fact = facts.plans.find((candidate) => candidate.id === plan.id);
  return {
    id: plan.id as PlanId,
    name: plan.name,
    priceRappen: plan.priceRappen,
    credits: plan.credits,
    recommended: plan.recommended,
    examples: [...(fact?.examples ?? [])],
  };
}

export function viewPack({
  id,
  name,
  credits,
  priceRappen,
  isMostPopular,
}: CreditPack): z.infer<typeof CreditPackView> {
  return { id, name, credits, priceRappen, isMostPopular };
}

export function viewOrder(order: Order, now: Date): z.infer<typeof OrderView> {
  return {
    id: order.id,
    number: order.number,
    kind: order.kind,
    status: order.status,
    planId: (order.planId as PlanId | null) ?? null,
    itemName: order.itemName,
    amountRappen: order.amountRappen,
    currency: facts.currency,
    credits: order.credits,
    paymentUrl: order.status === 'pending' ? (order.paymentUrl ?? null) : null,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    withdrawableUntil: withdrawableUntil(order, now)?.toISOString() ?? null,
    withdrawnAt: order.withdrawnAt?.toISOString() ?? null,
    awaitsDispute: order.awaitsDispute,
    refundRappen: order.refundRappen,
    heldAt: order.status === 'paid' ? (order.heldAt?.toISOString() ?? null) : null,
  };
}

export function viewSubscription(
  subscription: Subscription,
  plan: Plan,
  waiting: Plan | null,
): z.infer<typeof SubscriptionView> {
  return {
    id: subscription.id,
    planId: plan.id as PlanId,
    planName: plan.name,
    priceRappen: subscription.priceRappen,
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
  credits,
  quotedAt,
  validUntil,
}: Quote): z.infer<typeof UpgradeQuote> {
  return {
    planId: plan.id as PlanId,
    planName: plan.name,
    amountRappen,
    credits,
    nextAmountRappen: plan.priceRappen,
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    quotedAt: quotedAt.toISOString(),
    validUntil: validUntil.toISOString(),
  };
}

export function viewInvoice(invoice: ProviderInvoiceDocument): z.infer<typeof InvoiceView> {
  const { id, number, status, totalRappen, createdAt, paidAt, lines, pdfUrl, payUrl } = invoice;
  return {
    id,
    number,
    status,
    totalRappen,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    description: (lines.find((line) => line.amountRappen > 0) ?? lines[0])?.text ?? '',
    pdfUrl: pdfUrl ? `/api/v1/invoices/${id}/pdf` : null,
    payUrl,
  };
}
