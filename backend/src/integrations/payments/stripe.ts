import Stripe from 'stripe';
import {
  PaymentProvider,
  PaymentProviderUnavailable,
  type CheckoutRequest,
  type PlanChange,
  type PlanOffer,
  type ProviderCheckout,
  type ProviderCustomer,
  type ProviderEvent,
  type ProviderInvoiceDocument,
  type QuotedChange,
  type RefundFailure,
  type RefundRequest,
  type SentRefund,
} from './port.js';
import { readCustomer } from './stripe-customer.js';
import { callProvider, changeAtProvider, unlessMissing, unlessSettledMeanwhile } from './stripe-errors.js';
import { ensurePortal } from './stripe-portal.js';
import { ensurePrice } from './stripe-prices.js';
import { readSignedEvent } from './stripe-signature.js';
import { connectStripe } from './stripe-client.js';
import { sessionParams } from './stripe-checkouts.js';
import { ensureTaxRate, taxSubscription, readTaxes, type InvoicePolicy } from './stripe-taxes.js';
import { hasFailed, idOf, unixSeconds, viewCheckout, viewInvoiceDocument, viewRefund } from './stripe-views.js';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another host that speaks Stripe's API; null means Stripe. */
  apiUrl: string | null;
  policy: InvoicePolicy;
}

const ENDED = new Set<string>(['canceled', 'incomplete_expired']);
const PDF_TIMEOUT_MS = 15_000;

export class StripePayments extends PaymentProvider {
  private readonly stripe: Stripe;
  private readonly webhookSecret: string;
  private readonly policy: InvoicePolicy;
  /** Ids of rates, once they are known. */
  private readonly taxRates = new Map<number, string>();
  /** The configuration of the portal, once it is known. */
  private portal: string | null = null;

  constructor(options: StripeOptions) {
    super();
    this.webhookSecret = options.webhookSecret;
    this.policy = options.policy;
    this.stripe = connectStripe(options.secretKey, options.apiUrl);
  }

  async ensureCustomer(user: { id: string; email: string; name: string | null }): Promise<string> {
    const customer = await callProvider(() =>
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
    return callProvider(() => ensurePrice(this.stripe, plan, this.policy));
  }

  async openCheckout(request: CheckoutRequest): Promise<ProviderCheckout> {
    const session = await callProvider(async () => {
      const rateId = await this.taxRate(request.vatPercent);
      // A plan's invoices end as its customer's do; a purchase says it for itself.
      if ('priceId' in request.item) await this.setFooter(request.customerId);
      return this.createSession(request, rateId).catch((error: unknown) => this.createAnew(request, error));
    });
    return viewCheckout(session);
  }

  private createSession(request: CheckoutRequest, rateId: string | null, more = ''): Promise<Stripe.Checkout.Session> {
    return this.stripe.checkout.sessions.create(sessionParams(request, rateId, this.policy), {
      idempotencyKey: `checkout:${request.orderId}${more}`,
    });
  }

  /** The answer to the first try was lost and the settings have changed since; or somebody has archived the rate that was known here. */
  private async createAnew(request: CheckoutRequest, error: unknown): Promise<Stripe.Checkout.Session> {
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      const { data } = await this.stripe.checkout.sessions.list({ customer: request.customerId, limit: 100 });
      const made = data.find(({ client_reference_id: id }) => id === request.orderId);
      if (made) return made;
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || request.vatPercent === null) throw error;
    this.taxRates.delete(request.vatPercent);
    // What was refused has made nothing: under another key there is still only one.
    return this.createSession(request, await this.taxRate(request.vatPercent), ':anew');
  }

  async prepareRenewal(subscriptionId: string, vatPercent: number | null): Promise<void> {
    await this.withRunning(subscriptionId, async (subscription) => {
      // Rare enough to look it up each time: one that was archived is made again.
      const rateId = vatPercent === null ? null : await ensureTaxRate(this.stripe, vatPercent);
      await taxSubscription(this.stripe, subscription, rateId, this.policy);
      const customer = await this.stripe.customers.retrieve(idOf(subscription.customer)!);
      if (!customer.deleted && customer.invoice_settings.footer !== this.policy.footer)
        await this.setFooter(customer.id);
    });
  }

  private setFooter(customerId: string): Promise<unknown> {
    return this.stripe.customers.update(customerId, { invoice_settings: { footer: this.policy.footer } });
  }

  /** @returns the id of a rate; null for none */
  private async taxRate(percent: number | null): Promise<string | null> {
    if (percent === null) return null;
    const known = this.taxRates.get(percent) ?? (await ensureTaxRate(this.stripe, percent));
    this.taxRates.set(percent, known);
    return known;
  }

  async readCheckout(id: string): Promise<ProviderCheckout> {
    return viewCheckout(await callProvider(() => this.stripe.checkout.sessions.retrieve(id)));
  }

  async expireCheckout(id: string): Promise<void> {
    await callProvider(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(id);
      if (session.status === 'open') await this.stripe.checkout.sessions.expire(id).catch(unlessSettledMeanwhile);
    });
  }

  async readCustomer(customerId: string): Promise<ProviderCustomer> {
    return callProvider(() => readCustomer(this.stripe, customerId));
  }

  async customerOfCharge(chargeId: string): Promise<string | null> {
    const charge = await callProvider(() => unlessMissing(() => this.stripe.charges.retrieve(chargeId)));
    return idOf(charge?.customer ?? null);
  }

  async quoteChange(change: PlanChange): Promise<QuotedChange> {
    const preview = await changeAtProvider(() =>
      this.stripe.invoices.createPreview({
        customer: change.customerId,
        subscription: change.subscriptionId,
        subscription_details: {
          items: [{ id: change.itemId, price: change.priceId }],
          proration_behavior: 'always_invoice',
          proration_date: unixSeconds(change.at),
        },
      }),
    );
    return {
      dueRappen: preview.amount_due,
      totalRappen: preview.total,
      vat: await callProvider(() => readTaxes(this.stripe, preview.total_taxes ?? [])),
    };
  }

  async changePlan(
    change: PlanChange,
    key: string,
  ): Promise<{ invoiceId: string | null; waiting: boolean; payUrl: string | null }> {
    const subscription = await changeAtProvider(() =>
      this.stripe.subscriptions.update(
        change.subscriptionId,
        {
          items: [{ id: change.itemId, price: change.priceId }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          proration_date: unixSeconds(change.at),
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

  /** Without a key: a repetition within a day would be answered without being done, also where the price was changed between. */
  async setRenewalPrice({ subscriptionId, itemId, priceId }: Omit<PlanChange, 'customerId' | 'at'>): Promise<void> {
    await this.withRunning(subscriptionId, (subscription) =>
      subscription.items.data.some(({ id, price }) => id === itemId && price.id === priceId)
        ? subscription
        : this.stripe.subscriptions.update(subscriptionId, {
            items: [{ id: itemId, price: priceId }],
            proration_behavior: 'none',
          }),
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
    const open = async () => {
      this.portal ??= await ensurePortal(this.stripe);
      return this.stripe.billingPortal.sessions.create({
        configuration: this.portal,
        customer: customerId,
        return_url: returnUrl,
        locale: 'de',
      });
    };
    const isKnown = this.portal !== null;
    const session = await callProvider(() =>
      open().catch((error: unknown) => {
        // Somebody may have switched it off since it was found.
        this.portal = null;
        if (!isKnown) throw error;
        return open();
      }),
    );
    return session.url;
  }

  async refund({ id, attempt, paymentIntentId, amountRappen }: RefundRequest): Promise<SentRefund | RefundFailure> {
    return callProvider(async () => {
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

  /** The refund that was sent already, even if the process died before writing it down: one that holds, whatever the attempt, else what became of this attempt. */
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
    const invoices = await callProvider(() =>
      this.stripe.invoices.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
    );
    return invoices
      .filter((invoice) => invoice.status !== 'draft')
      .map(viewInvoiceDocument)
      .toReversed();
  }

  async readInvoice(customerId: string, invoiceId: string): Promise<ProviderInvoiceDocument | null> {
    const invoice = await callProvider(() => unlessMissing(() => this.stripe.invoices.retrieve(invoiceId)));
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
    return readSignedEvent(this.stripe, this.webhookSecret, rawBody, signature);
  }

  private async withRunning(
    id: string,
    act: (subscription: Stripe.Subscription) => Promise<unknown> | Stripe.Subscription,
  ): Promise<void> {
    await callProvider(() =>
      unlessMissing(async () => {
        const subscription = await this.stripe.subscriptions.retrieve(id);
        if (!ENDED.has(subscription.status)) await act(subscription);
      }),
    );
  }
}
