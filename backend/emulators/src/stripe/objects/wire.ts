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
export type WireTaxRate = Wire<Stripe.TaxRate>;
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
export type WirePortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;
export type WireWebhookEndpoint = Wire<Stripe.WebhookEndpoint>;
export type WirePortalSession = Wire<Stripe.BillingPortal.Session>;

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
  type: Stripe.Event['type'];
}
