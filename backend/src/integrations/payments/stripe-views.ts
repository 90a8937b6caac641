import type Stripe from 'stripe';
import type {
  ProviderCharge,
  ProviderCheckout,
  ProviderInvoice,
  ProviderInvoiceDocument,
  ProviderSubscription,
  ProviderSubscriptionStatus,
  RefundFailure,
  SentRefund,
} from './port.js';

const INVOICE_CAUSES = ['subscription_create', 'subscription_cycle', 'subscription_update'] as const;
const CHECKOUT_STATUSES = ['open', 'complete', 'expired'] as const;
const DOCUMENT_STATUSES = ['open', 'paid', 'void', 'uncollectible'] as const;
/** Disputes that cost nothing, or no longer. */
const DISPUTES_WITHOUT_LOSS = new Set<string>([
  'won',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
]);

const moment = (unixSeconds: number): Date => new Date(unixSeconds * 1000);

/** The id of something that came as an id or expanded. */
export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference;
}

export function viewCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  return {
    id: session.id,
    status: CHECKOUT_STATUSES.find((status) => status === session.status) ?? 'open',
    paid: session.status === 'complete' && session.payment_status !== 'unpaid',
    url: session.url,
    amountRappen: session.amount_total ?? 0,
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
  };
}

export function viewSubscription(
  subscription: Stripe.Subscription,
  openInvoice: ProviderSubscription['openInvoice'],
): ProviderSubscription {
  const item = subscription.items.data[0]!;
  const pendingPrice = subscription.pending_update?.subscription_items?.[0]?.price.id;
  return {
    id: subscription.id,
    status: statusOf(subscription.status),
    itemId: item.id,
    priceId: item.price.id,
    currentPeriodStart: moment(item.current_period_start),
    currentPeriodEnd: moment(
      subscription.ended_at && subscription.ended_at < item.current_period_end
        ? subscription.ended_at
        : item.current_period_end,
    ),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    createdAt: moment(subscription.created),
    openInvoice,
    pendingUpdate:
      subscription.pending_update && pendingPrice
        ? { priceId: pendingPrice, expiresAt: moment(subscription.pending_update.expires_at) }
        : null,
  };
}

const SUBSCRIPTION_STATUS: Record<string, ProviderSubscriptionStatus> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
};

/** Paused, unpaid, and whatever Stripe may add: no service without a known reason. */
function statusOf(status: string): ProviderSubscriptionStatus {
  return SUBSCRIPTION_STATUS[status] ?? 'unpaid';
}

/** @returns nothing for invoices that are not about a plan. */
export function viewInvoice(invoice: Stripe.Invoice): ProviderInvoice[] {
  const cause = INVOICE_CAUSES.find((candidate) => candidate === invoice.billing_reason);
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription ?? null);
  const lines = invoice.lines.data.map((line) => ({
    ...line,
    priceId: idOf(line.pricing?.price_details?.price ?? null),
    isProration: line.parent?.subscription_item_details?.proration === true,
  }));
  // A change of plan credits the rest of the old price and bills the rest of the new one; a month is billed as it is.
  const billed = lines.find(
    (line) => line.priceId && line.amount >= 0 && line.isProration === (cause === 'subscription_update'),
  );
  if (!cause || !subscriptionId || !billed?.priceId || !invoice.id) return [];
  const credited =
    cause === 'subscription_update' ? lines.find((line) => line.isProration && line.amount < 0) : undefined;
  const paid = invoice.payments?.data.find((payment) => payment.status === 'paid');
  return [
    {
      id: invoice.id,
      subscriptionId,
      cause,
      priceId: billed.priceId,
      formerPriceId: credited?.priceId ?? null,
      lineRappen: billed.amount,
      periodStart: moment(billed.period.start),
      periodEnd: moment(billed.period.end),
      totalRappen: invoice.total,
      amountPaidRappen: invoice.amount_paid,
      paymentIntentId: idOf(paid?.payment.payment_intent ?? null),
      paidAt: moment(invoice.status_transitions.paid_at ?? invoice.created),
    },
  ];
}

export function viewCharge(charge: Stripe.Charge, disputes: Stripe.Dispute[]): ProviderCharge {
  const lost = disputes.filter((dispute) => !DISPUTES_WITHOUT_LOSS.has(dispute.status));
  return {
    paymentIntentId: idOf(charge.payment_intent)!,
    amountRappen: charge.amount,
    refundedRappen: charge.amount_refunded,
    dispute:
      lost.length > 0
        ? {
            amountRappen: lost.reduce((sum, dispute) => sum + dispute.amount, 0),
            isOpen: lost.some((dispute) => dispute.status !== 'lost'),
          }
        : null,
  };
}

export const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';

export function viewRefund(refund: Stripe.Refund): SentRefund | RefundFailure {
  return hasFailed(refund) ? 'not_arrived' : { providerId: refund.id, amountRappen: refund.amount };
}

export function viewInvoiceDocument(invoice: Stripe.Invoice): ProviderInvoiceDocument {
  const paidAt = invoice.status_transitions.paid_at;
  const status = DOCUMENT_STATUSES.find((candidate) => candidate === invoice.status) ?? 'open';
  return {
    id: invoice.id ?? '',
    number: invoice.number,
    status,
    totalRappen: invoice.total,
    amountPaidRappen: invoice.amount_paid,
    currency: invoice.currency.toUpperCase(),
    createdAt: moment(invoice.created),
    paidAt: paidAt ? moment(paidAt) : null,
    lines: invoice.lines.data.map((line) => ({ text: line.description ?? '', amountRappen: line.amount })),
    pdfUrl: invoice.invoice_pdf ?? null,
    payUrl: status === 'open' ? (invoice.hosted_invoice_url ?? null) : null,
  };
}

export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
