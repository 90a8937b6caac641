import { AppError } from '../../platform/errors/index.js';

/** An id that came in an address. What `isProviderId` refuses is asked for nowhere. */
const PROVIDER_ID = /^[\w-]{1,200}$/;
export const isProviderId = (text: string): boolean => PROVIDER_ID.test(text);

export type ProviderSubscriptionStatus = 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid';

export interface ProviderSubscription {
  id: string;
  status: ProviderSubscriptionStatus;
  /** Its one position. */
  itemId: string;
  priceId: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  createdAt: Date;
  /** The last invoice, if an attempt to collect it has not succeeded yet. */
  openInvoice: { id: string; payUrl: string | null; cause: 'failed' | 'needs_confirmation' } | null;
  /** A change of plan that comes into force once it is paid. */
  pendingUpdate: { priceId: string; expiresAt: Date } | null;
}

export interface ProviderInvoice {
  id: string;
  subscriptionId: string;
  /** Why it was written: the first month, a renewal, or a change of plan. */
  cause: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** The price it bills: after a change the new one. */
  priceId: string;
  /** The price before the change; null when nothing was changed. */
  formerPriceId: string | null;
  /** What the billed line costs, before anything is credited. */
  lineRappen: number;
  periodStart: Date;
  periodEnd: Date;
  /** What its lines come to, before a balance of the customer is used. */
  totalRappen: number;
  amountPaidRappen: number;
  /** Null when nothing had to be paid. */
  paymentIntentId: string | null;
  paidAt: Date;
}

/** What became of money that came in. */
export interface ProviderCharge {
  paymentIntentId: string;
  amountRappen: number;
  refundedRappen: number;
  /** A dispute that was not won: its amount, and whether it is still under way. */
  dispute: { amountRappen: number; isOpen: boolean } | null;
}

/** An invoice as its recipient may keep it. */
export interface ProviderInvoiceDocument {
  id: string;
  number: string | null;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  totalRappen: number;
  amountPaidRappen: number;
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
  lines: { text: string; amountRappen: number }[];
  /** Where the provider has a PDF of it; for the server alone. */
  pdfUrl: string | null;
  /** The provider's page on which an open one is paid. */
  payUrl: string | null;
}

export interface ProviderCheckout {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  url: string | null;
  amountRappen: number;
  /** Set once a one-off purchase was paid. */
  paymentIntentId: string | null;
  /** Set once a plan was paid. */
  subscriptionId: string | null;
}

export interface ProviderEvent {
  id: string;
  type: string;
  customerId: string | null;
  /** For events about refunds and disputes, which name no customer. */
  chargeId: string | null;
  createdAt: Date;
}

export interface PlanOffer {
  id: string;
  name: string;
  priceRappen: number;
}

export interface CheckoutRequest {
  orderId: string;
  customerId: string;
  /** A plan by its price, or something sold once with its price inline. */
  item: { priceId: string } | { name: string; amountRappen: number };
  /** The VAT within the price; null for none, or where the provider reckons it. */
  vatPercent: number | null;
  /** Whether name, address and VAT number of a company are asked for. */
  isForCompany: boolean;
  /** Where the customer comes back to after paying; the checkout's id is added as `session_id`. */
  successUrl: string;
  cancelUrl: string;
}

/** A change of the price of a running subscription, reckoned to a moment. */
export interface PlanChange {
  customerId: string;
  subscriptionId: string;
  itemId: string;
  priceId: string;
  at: Date;
}

export interface QuotedChange {
  dueRappen: number;
  totalRappen: number;
  /** The tax within the total, its rate null where lines of several come together; null where there is none. */
  vat: { percent: number | null; rappen: number } | null;
}

export interface RefundRequest {
  /** Ours; the provider keeps it with the refund. */
  id: string;
  /** Which decision to send it this is: one that failed is only sent again when somebody has decided so. */
  attempt: number;
  paymentIntentId: string;
  amountRappen: number;
}

export interface SentRefund {
  providerId: string;
  amountRappen: number;
}

/** Why money that was to go back did not: the provider refuses it for good, nothing of the payment is left, it was sent and came back. */
export const REFUND_FAILURES = ['refused', 'nothing_left', 'not_arrived'] as const;
export type RefundFailure = (typeof REFUND_FAILURES)[number];

export interface ProviderCustomer {
  subscriptions: ProviderSubscription[];
  paidInvoices: ProviderInvoice[];
  charges: ProviderCharge[];
}

/**
 * What billing needs of a payment provider. Every writing call is idempotent by the key it is given, or by the id of ours (user, order, refund, plan with its price).
 * Ids are of a–z, A–Z, digits, `_` and `-`, at most 100 of them, of a checkout 200. Times are whole seconds: what is more precise is cut off, else the invariants find
 * a period that ends at another second here than there.
 */
export abstract class PaymentProvider {
  abstract ensureCustomer(user: { id: string; email: string; name: string | null }): Promise<string>;
  /** Finds or makes the monthly price of a plan, and keeps the product's name. @returns its id at the provider. */
  abstract ensurePrice(plan: PlanOffer): Promise<string>;
  abstract openCheckout(request: CheckoutRequest): Promise<ProviderCheckout>;
  abstract readCheckout(id: string): Promise<ProviderCheckout>;
  abstract expireCheckout(id: string): Promise<void>;
  abstract readCustomer(customerId: string): Promise<ProviderCustomer>;
  /** Whose charge it is; null when it is nobody's. */
  abstract customerOfCharge(chargeId: string): Promise<string | null>;
  /** What a change of plan costs now, and what its lines come to before a balance of the customer is used. @throws ChangeRefused. */
  abstract quoteChange(change: PlanChange): Promise<QuotedChange>;
  /**
   * Changes the plan as soon as the difference is paid, and tries to collect it at once.
   * @returns the invoice, and where it waits to be paid unless it is
   * @throws ChangeRefused.
   */
  abstract changePlan(
    change: PlanChange,
    key: string,
  ): Promise<{ invoiceId: string | null; waiting: boolean; payUrl: string | null }>;
  /** Puts another price into force without charging or crediting anything. */
  abstract restorePlan(change: Omit<PlanChange, 'customerId' | 'at'>, key: string): Promise<void>;
  /** Has all periods after the running one charged at another price; charges or credits nothing. With the same price again it does nothing. */
  abstract setRenewalPrice(change: Omit<PlanChange, 'customerId' | 'at'>): Promise<void>;
  /** Has the next invoice taxed as it has to be on its day, and name the seller as it is called. One that has ended is no error. */
  abstract prepareRenewal(subscriptionId: string, vatPercent: number | null): Promise<void>;
  /** Ends a subscription now, without paying anything back. One that has ended, or is unknown, is no error. */
  abstract endSubscription(id: string): Promise<void>;
  /** Lets a subscription end with its paid period. One that has ended, or is unknown, is no error. */
  abstract endSubscriptionAtPeriodEnd(id: string): Promise<void>;
  /** Lets a subscription run on that was to end with its period. */
  abstract resumeSubscription(id: string): Promise<void>;
  /** A page of the provider where a customer changes the card and finds invoices. */
  abstract openPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Gives money back, at most what is left of the payment. The same id of ours gives it once, whatever the attempt: a further one
   * sends only what has not gone, or has come back.
   * @returns what was sent, or why it was not
   */
  abstract refund(request: RefundRequest): Promise<SentRefund | RefundFailure>;
  /** All invoices ever issued to a customer, oldest first. */
  abstract readInvoices(customerId: string): Promise<ProviderInvoiceDocument[]>;
  /** One invoice of this customer; null when it is unknown or another's. */
  abstract readInvoice(customerId: string, invoiceId: string): Promise<ProviderInvoiceDocument | null>;
  /** @throws PaymentProviderUnavailable when it cannot be fetched now. */
  abstract readInvoicePdf(pdfUrl: string): Promise<Buffer>;
  /** @throws WebhookInvalid unless the signature over the raw body is genuine and fresh. */
  abstract verifyEvent(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

/** The provider refuses a change for good, for instance because its moment lies outside the period. */
export class ChangeRefused extends Error {
  constructor(options: ErrorOptions) {
    super('the provider refuses this change of plan', options);
    this.name = 'ChangeRefused';
  }
}

export class WebhookInvalid extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WebhookInvalid';
  }
}

/** The provider cannot be reached or answers with an error of its own; trying later helps. */
export class PaymentProviderUnavailable extends AppError {
  constructor(options: ErrorOptions) {
    super('payment_provider_unavailable');
    this.name = 'PaymentProviderUnavailable';
    this.cause = options.cause;
  }
}
