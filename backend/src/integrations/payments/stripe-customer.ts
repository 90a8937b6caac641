import type Stripe from 'stripe';
import type { ProviderCharge, ProviderCustomer, ProviderSubscription } from './port.js';
import { idOf, viewCharge, viewInvoice, viewSubscription } from './stripe-views.js';

/** Everything the provider knows of a customer's money: up to 1000 subscriptions, paid invoices and charges each. */
export async function readCustomer(stripe: Stripe, customerId: string): Promise<ProviderCustomer> {
  const [subscriptions, invoices, charges] = await Promise.all([
    stripe.subscriptions
      .list({ customer: customerId, status: 'all', limit: 100, expand: ['data.latest_invoice.payments'] })
      .autoPagingToArray({ limit: 1000 }),
    stripe.invoices
      .list({ customer: customerId, status: 'paid', limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1000 }),
    stripe.charges.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  ]);
  return {
    subscriptions: await Promise.all(subscriptions.map((subscription) => withOpenInvoice(stripe, subscription))),
    paidInvoices: invoices.flatMap(viewInvoice),
    charges: await Promise.all(
      charges.filter((charge) => charge.paid && charge.payment_intent).map((charge) => withDisputes(stripe, charge)),
    ),
  };
}

async function withOpenInvoice(stripe: Stripe, subscription: Stripe.Subscription): Promise<ProviderSubscription> {
  const invoice = subscription.latest_invoice;
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return viewSubscription(subscription, null);
  const intentId = invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent ?? null)).find(Boolean);
  const intent = intentId ? await stripe.paymentIntents.retrieve(intentId) : null;
  return viewSubscription(subscription, {
    id: invoice.id ?? '',
    payUrl: invoice.hosted_invoice_url ?? null,
    cause: intent?.status === 'requires_action' ? 'needs_confirmation' : 'failed',
  });
}

async function withDisputes(stripe: Stripe, charge: Stripe.Charge): Promise<ProviderCharge> {
  const disputes = charge.disputed ? (await stripe.disputes.list({ charge: charge.id, limit: 10 })).data : [];
  return viewCharge(charge, disputes);
}
