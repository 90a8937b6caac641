import Stripe from 'stripe';
import { PaymentProvider, PaymentProviderUnavailable, WebhookInvalid, type PlanOffer, type ProviderCheckout, type ProviderEvent, type ProviderInvoice, type ProviderInvoiceDocument, type ProviderSubscription, type ProviderSubscriptionStatus } from './port.js';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another host that speaks Stripe's API; null means Stripe. */
  apiUrl: string | null;
}

const INVOICE_CAUSES = ['subscription_create', 'subscription_cycle', 'subscription_update'] as const;
const CHECKOUT_STATUSES = ['open', 'complete', 'expired'] as const;
const ENDED = new Set<string>(['canceled', 'incomplete_expired']);
const PDF_TIMEOUT_MS = 15_000;
const SIGNATURE_TOLERANCE_SECONDS = 300;

export class StripePayments extends PaymentProvider {
  private readonly stripe: Stripe;
  private readonly webhookSecret: string;

  constructor(options: StripeOptions) {
    super();
    this.webhookSecret = options.webhookSecret;
    this.stripe = new Stripe(options.secretKey, { telemetry: false, maxNetworkRetries: 2, timeout: 15_000, ...hostOf(options.apiUrl) });
  }

  async ensureCustomer(user: { id: string; email: string; name: string | null }): Promise<string> {
    const customer = await this.call(() =>
      this.stripe.customers.create({ email: user.email, ...(user.name ? { name: user.name } : {}), metadata: { user_id: user.id }, preferred_locales: ['de'] }, { idempotencyKey: `customer:${user.id}` }),
    );
    return customer.id;
  }

  async ensurePrice(plan: PlanOffer): Promise<string> {
    const lookupKey = `bildnis_${plan.id}_${plan.priceRappen}`;
    return this.call(async () => {
      const existing = await this.stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
      if (existing.data[0]) return existing.data[0].id;
      const product = await this.stripe.products.create({ name: `Bildnis ${plan.name}`, metadata: { plan_id: plan.id } }, { idempotencyKey: `product:${plan.id}` });
      const price = await this.stripe.prices.create(
        { product: product.id, currency: 'chf', unit_amount: plan.priceRappen, recurring: { interval: 'month' }, tax_behavior: 'inclusive', lookup_key: lookupKey },
        { idempotencyKey: `price:${lookupKey}` },
      );
      return price.id;
    });
  }

  async openCheckout(request: { orderId: string; customerId: string; priceId: string; successUrl: string; cancelUrl: string }): Promise<ProviderCheckout> {
    const session = await this.call(() =>
      this.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: request.customerId,
          client_reference_id: request.orderId,
          line_items: [{ price: request.priceId, quantity: 1 }],
          subscription_data: { metadata: { order_id: request.orderId } },
          metadata: { order_id: request.orderId },
          success_url: request.successUrl,
          cancel_url: request.cancelUrl,
          locale: 'de',
        },
        { idempotencyKey: `checkout:${request.orderId}` },
      ),
    );
    return viewCheckout(session);
  }

  async readCheckout(id: string): Promise<ProviderCheckout> {
    return viewCheckout(await this.call(() => this.stripe.checkout.sessions.retrieve(id)));
  }

  async expireCheckout(id: string): Promise<void> {
    await this.call(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(id);
      if (session.status === 'open') await this.stripe.checkout.sessions.expire(id);
    });
  }

  async readCustomer(customerId: string): Promise<{ subscriptions: ProviderSubscription[]; paidInvoices: ProviderInvoice[] }> {
    return this.call(async () => {
      const [subscriptions, invoices] = await Promise.all([
        this.stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1000 }),
        this.stripe.invoices.list({ customer: customerId, status: 'paid', limit: 100 }).autoPagingToArray({ limit: 1000 }),
      ]);
      return { subscriptions: subscriptions.map(viewSubscription), paidInvoices: invoices.flatMap(viewInvoice) };
    });
  }

  async endSubscription(id: string): Promise<void> {
    await this.withRunning(id, () => this.stripe.subscriptions.cancel(id));
  }

  async endSubscriptionAtPeriodEnd(id: string): Promise<void> {
    await this.withRunning(id, (subscription) => (subscription.cancel_at_period_end ? subscription : this.stripe.subscriptions.update(id, { cancel_at_period_end: true })));
  }

  async readInvoices(customerId: string): Promise<ProviderInvoiceDocument[]> {
    const invoices = await this.call(() => this.stripe.invoices.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1000 }));
    return invoices.filter((invoice) => invoice.status !== 'draft').map(viewInvoiceDocument).toReversed();
  }

  async readInvoicePdf(pdfUrl: string): Promise<Buffer> {
    try {
      const response = await fetch(pdfUrl, { signal: AbortSignal.timeout(PDF_TIMEOUT_MS) });
      if (!response.ok) throw new Error(`the PDF of an invoice answered ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      throw new PaymentProviderUnavailable({ cause: error });
    }
  }

  verifyEvent(rawBody: Buffer, signature: string | undefined): ProviderEvent {
    let event: Stripe.Event;
    try {
      event = this.stripe.webhooks.constructEvent(rawBody, signature ?? '', this.webhookSecret, SIGNATURE_TOLERANCE_SECONDS);
    } catch (error) {
      throw new WebhookInvalid(error instanceof Error ? error.message : 'invalid');
    }
    const object = event.data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
    const customer = object.object === 'customer' ? object.id : typeof object.customer === 'object' ? object.customer?.id : object.customer;
    return { id: event.id, type: event.type, customerId: customer ?? null, createdAt: new Date(event.created * 1000) };
  }

  private async withRunning(id: string, act: (subscription: Stripe.Subscription) => Promise<unknown> | Stripe.Subscription): Promise<void> {
    await this.call(async () => {
      try {
        const subscription = await this.stripe.subscriptions.retrieve(id);
        if (!ENDED.has(subscription.status)) await act(subscription);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')) throw error;
      }
    });
  }

  private async call<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const away = error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError || error instanceof Stripe.errors.StripeRateLimitError;
      throw away ? new PaymentProviderUnavailable({ cause: error }) : error;
    }
  }
}

function hostOf(apiUrl: string | null) {
  if (!apiUrl) return {};
  const url = new URL(apiUrl);
  return { host: url.hostname, port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)), protocol: url.protocol.slice(0, -1) as 'http' | 'https' };
}

function viewCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  return { id: session.id, status: CHECKOUT_STATUSES.find((status) => status === session.status) ?? 'open', paid: session.status === 'complete' && session.payment_status !== 'unpaid', url: session.url };
}

function viewSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0]!;
  return {
    id: subscription.id,
    status: statusOf(subscription.status),
    priceId: item.price.id,
    currentPeriodStart: new Date(item.current_period_start * 1000),
    currentPeriodEnd: new Date(item.current_period_end * 1000),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    createdAt: new Date(subscription.created * 1000),
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

function viewInvoice(invoice: Stripe.Invoice): ProviderInvoice[] {
  const cause = INVOICE_CAUSES.find((candidate) => candidate === invoice.billing_reason);
  const subscription = invoice.parent?.subscription_details?.subscription;
  const price = invoice.lines.data.find((line) => line.amount >= 0)?.pricing?.price_details?.price;
  if (!cause || !subscription || !price || !invoice.id) return [];
  return [
    {
      id: invoice.id,
      subscriptionId: typeof subscription === 'string' ? subscription : subscription.id,
      cause,
      priceId: typeof price === 'string' ? price : price.id,
      amountPaidRappen: invoice.amount_paid,
      paidAt: new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000),
    },
  ];
}

function viewInvoiceDocument(invoice: Stripe.Invoice): ProviderInvoiceDocument {
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id ?? '',
    number: invoice.number,
    status: invoice.status ?? 'open',
    totalRappen: invoice.total,
    amountPaidRappen: invoice.amount_paid,
    currency: invoice.currency.toUpperCase(),
    createdAt: new Date(invoice.created * 1000),
    paidAt: paidAt ? new Date(paidAt * 1000) : null,
    lines: invoice.lines.data.map((line) => ({ text: line.description ?? '', amountRappen: line.amount })),
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}
