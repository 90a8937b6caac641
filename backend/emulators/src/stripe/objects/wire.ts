import type Stripe from 'stripe';

/** A reference that may be expanded (`string | Customer`) is stored as the bare id. */
type Reference<P> = string extends P ? Exclude<P, { object: string }> : P;

/**
 * A Stripe object as it stands on the wire and in the emulator's store: decimals are strings,
 * expandable references are ids. Expansion happens when an answer is written, never in the store.
 */
export type Wire<T> = T extends string
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends readonly (infer U)[]
      ? Wire<Reference<U>>[]
      : T extends object
        ? { [K in keyof T]: Wire<Reference<T[K]>> }
        : T;

export type WireCustomer = Wire<Stripe.Customer>;
export type WireProduct = Wire<Stripe.Product>;
export type WirePrice = Wire<Stripe.Price>;
export type WirePlan = Wire<Stripe.Plan>;
export type WireSession = Wire<Stripe.Checkout.Session>;
export type WireLineItem = Wire<Stripe.LineItem>;
export type WireSubscription = Wire<Stripe.Subscription>;
export type WireSubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type WireInvoice = Wire<Stripe.Invoice>;
export type WireInvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type WireInvoicePayment = Wire<Stripe.InvoicePayment>;
export type WirePaymentIntent = Wire<Stripe.PaymentIntent>;
export type WirePaymentMethod = Wire<Stripe.PaymentMethod>;
export type WireCharge = Wire<Stripe.Charge>;
export type WireRefund = Wire<Stripe.Refund>;
export type WireDispute = Wire<Stripe.Dispute>;
export type WireBalanceTransaction = WireDispute['balance_transactions'][number];
export type WirePortalSession = Wire<Stripe.BillingPortal.Session>;

/** Event types the emulator sends; each is one of Stripe's. */
export type EventType = Extract<
  Stripe.Event['type'],
  | 'billing_portal.session.created'
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.failed'
  | 'charge.refund.updated'
  | 'charge.refunded'
  | 'charge.succeeded'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.subscription.created'
  | 'customer.subscription.deleted'
  | 'customer.subscription.pending_update_applied'
  | 'customer.subscription.pending_update_expired'
  | 'customer.subscription.updated'
  | 'invoice.created'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_action_required'
  | 'invoice.payment_failed'
  | 'invoice.payment_succeeded'
  | 'invoice.voided'
  | 'invoice_payment.paid'
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_method.attached'
  | 'price.created'
  | 'price.updated'
  | 'product.created'
  | 'product.updated'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated'
>;

/** What an event carries: a copy of the object as it was, so that later changes do not rewrite history. */
export interface WireEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: EventType;
}
