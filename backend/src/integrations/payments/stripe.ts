import Stripe from 'stripe';
import {
  ChangeRefused,
  PaymentProvider,
  PaymentProviderUnavailable,
  WebhookInvalid,
  type CheckoutRequest,
  type PlanChange,
  type PlanOffer,
  type ProviderCharge,
  type ProviderCheckout,
  type ProviderEvent,
  type ProviderInvoice,
  type ProviderInvoiceDocument,
  type ProviderSubscription,
  type RefundFailure,
  type RefundRequest,
  type SentRefund,
} from './port.js';
import { viewEvent } from './stripe-event.js';
import {
  hasFailed,
  idOf,
  viewCharge,
  viewCheckout,
  viewInvoice,
  viewInvoiceDocument,
  viewRefund,
  viewSubscription,
} from './stripe-views.js';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another host that speaks Stripe's API; null means Stripe. */
  apiUrl: string | null;
}

const ENDED = new Set<string>(['canceled', 'incomplete_expired']);
const PDF_TIMEOUT_MS = 15_000;
const SIGNATURE_TOLERANCE_SECONDS = 300;

export class StripePayments extends PaymentProvider {
  private readonly stripe: Stripe;
  private readonly webhookSecret: string;

  constructor(options: StripeOptions) {
    super();
    this.webhookSecret = options.webhookSecret;
    this.stripe = new Stripe(options.secretKey, {
      telemetry: false,
      maxNetworkRetries: 2,
      timeout: 15_000,
      ...hostOf(options.apiUrl),
    });
  }

  async ensureCustomer(user: { id: string; email: string; name: string | null }): Promise<string> {
    const customer = await this.call(() =>
      this.stripe.customers.create(
        {
          email: user.email,
          ...(user.name ? { name: user.name } : {}),
          metadata: { user_id: user.id },
          preferred_locales: ['de'],
        },
        { idempotencyKey: `customer:${user.id}` },
      ),
    );
    return customer.id;
  }

  async ensurePrice(plan: PlanOffer): Promise<string> {
    const lookupKey = `bildnis_${plan.id}_${plan.priceRappen}`;
    return this.call(async () => {
      const product = await this.ensureProduct(plan);
      const existing = await this.stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
      if (existing.data[0]) return existing.data[0].id;
      const price = await this.stripe.prices.create(
        {
          product,
          currency: 'chf',
          unit_amount: plan.priceRappen,
          recurring: { interval: 'month' },
          tax_behavior: 'inclusive',
          lookup_key: lookupKey,
        },
        { idempotencyKey: `price:${lookupKey}` },
      );
      return price.id;
    });
  }

  async openCheckout(request: CheckoutRequest): Promise<ProviderCheckout> {
    const { item } = request;
    const metadata = { order_id: request.orderId };
    const common = {
      customer: request.customerId,
      client_reference_id: request.orderId,
      metadata,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      locale: 'de',
    } as const;
    const session = await this.call(() =>
      this.stripe.checkout.sessions.create(
        'priceId' in item
          ? {
              ...common,
              mode: 'subscription',
              line_items: [{ price: item.priceId, quantity: 1 }],
              subscription_data: { metadata },
            }
          : {
              ...common,
              mode: 'payment',
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: 'chf',
                    unit_amount: item.amountRappen,
                    tax_behavior: 'inclusive',
                    product_data: { name: item.name },
                  },
                },
              ],
              payment_intent_data: { metadata },
              invoice_creation: { enabled: true },
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
      if (session.status === 'open') await this.stripe.checkout.sessions.expire(id).catch(unlessSettledMeanwhile);
    });
  }

  async readCustomer(
    customerId: string,
  ): Promise<{ subscriptions: ProviderSubscription[]; paidInvoices: ProviderInvoice[]; charges: ProviderCharge[] }> {
    return this.call(async () => {
      const [subscriptions, invoices, charges] = await Promise.all([
        this.stripe.subscriptions
          .list({ customer: customerId, status: 'all', limit: 100, expand: ['data.latest_invoice.payments'] })
          .autoPagingToArray({ limit: 1000 }),
        this.stripe.invoices
          .list({ customer: customerId, status: 'paid', limit: 100, expand: ['data.payments'] })
          .autoPagingToArray({ limit: 1000 }),
        this.stripe.charges.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
      ]);
      return {
        subscriptions: await Promise.all(subscriptions.map((subscription) => this.withOpenInvoice(subscription))),
        paidInvoices: invoices.flatMap(viewInvoice),
        charges: await Promise.all(
          charges.filter((charge) => charge.paid && charge.payment_intent).map((charge) => this.withDispute(charge)),
        ),
      };
    });
  }

  async customerOfCharge(chargeId: string): Promise<string | null> {
    const charge = await this.call(() => unlessMissing(() => this.stripe.charges.retrieve(chargeId)));
    return idOf(charge?.customer ?? null);
  }

  async quoteChange(change: PlanChange): Promise<{ dueRappen: number; totalRappen: number }> {
    const preview = await this.change(() =>
      this.stripe.invoices.createPreview({
        customer: change.customerId,
        subscription: change.subscriptionId,
        subscription_details: {
          items: [{ id: change.itemId, price: change.priceId }],
          proration_behavior: 'always_invoice',
          proration_date: seconds(change.at),
        },
      }),
    );
    return { dueRappen: preview.amount_due, totalRappen: preview.total };
  }

  async changePlan(
    change: PlanChange,
    key: string,
  ): Promise<{ invoiceId: string | null; waiting: boolean; payUrl: string | null }> {
    const subscription = await this.change(() =>
      this.stripe.subscriptions.update(
        change.subscriptionId,
        {
          items: [{ id: change.itemId, price: change.priceId }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          proration_date: seconds(change.at),
          expand: ['latest_invoice'],
        },
        { idempotencyKey: key },
      ),
    );
    const invoice = subscription.latest_invoice as Stripe.Invoice | null;
    const waiting = subscription.pending_update !== null;
    return {
      invoiceId: invoice?.billing_reason === 'subscription_update' ? (invoice.id ?? null) : null,
      waiting,
      payUrl: waiting ? (invoice?.hosted_invoice_url ?? null) : null,
    };
  }

  async restorePlan(change: Omit<PlanChange, 'customerId' | 'at'>, key: string): Promise<void> {
    await this.withRunning(change.subscriptionId, () =>
      this.stripe.subscriptions.update(
        change.subscriptionId,
        { items: [{ id: change.itemId, price: change.priceId }], proration_behavior: 'none' },
        { idempotencyKey: key },
      ),
    );
  }

  async resumeSubscription(id: string): Promise<void> {
    await this.withRunning(id, (subscription) =>
      subscription.cancel_at_period_end
        ? this.stripe.subscriptions.update(id, { cancel_at_period_end: false })
        : subscription,
    );
  }

  async openPortal(customerId: string, returnUrl: string): Promise<string> {
    return (
      await this.call(() =>
        this.stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl, locale: 'de' }),
      )
    ).url;
  }

  async refund({ id, attempt, paymentIntentId, amountRappen }: RefundRequest): Promise<SentRefund | RefundFailure> {
    return this.call(async () => {
      try {
        const sent = await this.refundNamed(id, attempt, paymentIntentId);
        if (sent) return viewRefund(sent);
        const { data: charges } = await this.stripe.charges.list({ payment_intent: paymentIntentId, limit: 100 });
        const charge = charges.find(({ paid }) => paid);
        if (!charge) return 'refused';
        const amount = Math.min(amountRappen, charge.amount - charge.amount_refunded);
        if (amount <= 0) return 'nothing_left';
        const refund = await this.stripe.refunds.create(
          {
            payment_intent: paymentIntentId,
            amount,
            reason: 'requested_by_customer',
            metadata: { refund_id: id, attempt: String(attempt) },
          },
          { idempotencyKey: `refund:${id}:${attempt}:${amount}` },
        );
        return viewRefund(refund);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused';
        throw error;
      }
    });
  }

  /** The refund that was sent already, whoever did not live to write it down: one that holds, whatever the attempt, else what became of this attempt. */
  private async refundNamed(id: string, attempt: number, paymentIntentId: string): Promise<Stripe.Refund | undefined> {
    const { data } = await this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
    const named = data.filter(({ metadata }) => metadata?.['refund_id'] === id);
    return (
      named.find((refund) => !hasFailed(refund)) ??
      named.find(({ metadata }) => metadata?.['attempt'] === String(attempt))
    );
  }

  async endSubscription(id: string): Promise<void> {
    await this.withRunning(id, () => this.stripe.subscriptions.cancel(id));
  }

  async endSubscriptionAtPeriodEnd(id: string): Promise<void> {
    await this.withRunning(id, (subscription) =>
      subscription.cancel_at_period_end
        ? subscription
        : this.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    );
  }

  async readInvoices(customerId: string): Promise<ProviderInvoiceDocument[]> {
    const invoices = await this.call(() =>
      this.stripe.invoices.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
    );
    return invoices
      .filter((invoice) => invoice.status !== 'draft')
      .map(viewInvoiceDocument)
      .toReversed();
  }

  async readInvoice(customerId: string, invoiceId: string): Promise<ProviderInvoiceDocument | null> {
    const invoice = await this.call(() => unlessMissing(() => this.stripe.invoices.retrieve(invoiceId)));
    return invoice && invoice.status !== 'draft' && idOf(invoice.customer) === customerId
      ? viewInvoiceDocument(invoice)
      : null;
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
    const now = new Date();
    let event: unknown;
    try {
      event = this.stripe.webhooks.constructEvent(
        rawBody,
        signature ?? '',
        this.webhookSecret,
        SIGNATURE_TOLERANCE_SECONDS,
      );
    } catch (error) {
      throw new WebhookInvalid(error instanceof Error ? error.message : 'invalid');
    }
    // The library refuses old signatures only.
    if (!(signedAt(signature ?? '') <= seconds(now) + SIGNATURE_TOLERANCE_SECONDS))
      throw new WebhookInvalid('the signature is ahead of its time');
    return viewEvent(event, now);
  }

  /** One product per plan, under an id of ours, so that it is made once and its name follows ours. */
  private async ensureProduct(plan: PlanOffer): Promise<string> {
    const id = `bildnis_${plan.id}`;
    const name = `Bildnis ${plan.name}`;
    const known = await unlessMissing(() => this.stripe.products.retrieve(id));
    if (!known)
      await this.stripe.products.create(
        { id, name, metadata: { plan_id: plan.id } },
        { idempotencyKey: `product:${plan.id}` },
      );
    else if (known.name !== name || !known.active) await this.stripe.products.update(id, { name, active: true });
    return id;
  }

  private async withOpenInvoice(subscription: Stripe.Subscription): Promise<ProviderSubscription> {
    const invoice = subscription.latest_invoice;
    if (!invoice || typeof invoice === 'string' || invoice.status !== 'open')
      return viewSubscription(subscription, null);
    const intentId = invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent ?? null)).find(Boolean);
    const intent = intentId ? await this.stripe.paymentIntents.retrieve(intentId) : null;
    return viewSubscription(subscription, {
      id: invoice.id ?? '',
      payUrl: invoice.hosted_invoice_url ?? null,
      cause: intent?.status === 'requires_action' ? 'needs_confirmation' : 'failed',
    });
  }

  private async withDispute(charge: Stripe.Charge): Promise<ProviderCharge> {
    const disputes = charge.disputed ? (await this.stripe.disputes.list({ charge: charge.id, limit: 10 })).data : [];
    return viewCharge(charge, disputes);
  }

  private async withRunning(
    id: string,
    act: (subscription: Stripe.Subscription) => Promise<unknown> | Stripe.Subscription,
  ): Promise<void> {
    await this.call(() =>
      unlessMissing(async () => {
        const subscription = await this.stripe.subscriptions.retrieve(id);
        if (!ENDED.has(subscription.status)) await act(subscription);
      }),
    );
  }

  private async change<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await this.call(request);
    } catch (error) {
      throw error instanceof Stripe.errors.StripeInvalidRequestError ? new ChangeRefused({ cause: error }) : error;
    }
  }

  private async call<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const away =
        error instanceof Stripe.errors.StripeConnectionError ||
        error instanceof Stripe.errors.StripeAPIError ||
        error instanceof Stripe.errors.StripeRateLimitError;
      throw away ? new PaymentProviderUnavailable({ cause: error }) : error;
    }
  }
}

/** @returns null where the provider does not know the thing that was asked for. */
async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Paid between the reading and the expiry: the next reading says so. */
function unlessSettledMeanwhile(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

/** The time that a `stripe-signature` header names, read as the library reads it; NaN when there is none. */
function signedAt(signature: string): number {
  const named = signature.split(',').findLast((part) => part.startsWith('t='));
  return Number.parseInt(named?.slice(2) ?? '', 10);
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

function hostOf(apiUrl: string | null) {
  if (!apiUrl) return {};
  const url = new URL(apiUrl);
  return {
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    protocol: url.protocol.slice(0, -1) as 'http' | 'https',
  };
}
