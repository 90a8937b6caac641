import { AppError } from '../../platform/errors/index.js';

export type ProviderSubscriptionStatus = 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid';

export interface ProviderSubscription {
  id: string;
  status: ProviderSubscriptionStatus;
  priceId: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  createdAt: Date;
}

export interface ProviderInvoice {
  id: string;
  subscriptionId: string;
  /** Why it was written: the first month, a renewal, or a change of plan. */
  cause: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  priceId: string;
  amountPaidRappen: number;
  paidAt: Date;
}

/** An invoice as its recipient may keep it. */
export interface ProviderInvoiceDocument {
  id: string;
  number: string | null;
  status: string;
  totalRappen: number;
  amountPaidRappen: number;
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
  lines: { text: string; amountRappen: number }[];
  /** Where the provider has a PDF of it; for the server alone. */
  pdfUrl: string | null;
}

export interface ProviderCheckout {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  url: string | null;
}

export interface ProviderEvent {
  id: string;
  type: string;
  customerId: string | null;
  createdAt: Date;
}

export interface PlanOffer {
  id: string;
  name: string;
  priceRappen: number;
}

/** What billing needs of a payment provider. Every writing call is idempotent by the key it is given. */
export abstract class PaymentProvider {
  abstract ensureCustomer(user: { id: string; email: string; name: string | null }): Promise<string>;
  /** Finds or makes the monthly price of a plan. @returns its id at the provider. */
  abstract ensurePrice(plan: PlanOffer): Promise<string>;
  abstract openCheckout(request: { orderId: string; customerId: string; priceId: string; successUrl: string; cancelUrl: string }): Promise<ProviderCheckout>;
  abstract readCheckout(id: string): Promise<ProviderCheckout>;
  abstract expireCheckout(id: string): Promise<void>;
  abstract readCustomer(customerId: string): Promise<{ subscriptions: ProviderSubscription[]; paidInvoices: ProviderInvoice[] }>;
  /** Ends a subscription now, without paying anything back. One that has ended, or is unknown, is no error. */
  abstract endSubscription(id: string): Promise<void>;
  /** Lets a subscription end with its paid period. One that has ended, or is unknown, is no error. */
  abstract endSubscriptionAtPeriodEnd(id: string): Promise<void>;
  /** All invoices ever issued to a customer, oldest first. */
  abstract readInvoices(customerId: string): Promise<ProviderInvoiceDocument[]>;
  /** @throws PaymentProviderUnavailable when it cannot be fetched now. */
  abstract readInvoicePdf(pdfUrl: string): Promise<Buffer>;
  /** @throws WebhookInvalid unless the signature over the raw body is genuine and fresh. */
  abstract verifyEvent(rawBody: Buffer, signature: string | undefined): ProviderEvent;
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
