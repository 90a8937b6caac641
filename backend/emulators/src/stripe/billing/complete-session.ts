import { buildInvoice, buildInvoiceLine } from '../objects/invoice.js';
import { buildSubscription, buildSubscriptionItem } from '../objects/subscription.js';
import type {
  WireCustomer,
  WireInvoiceLine,
  WireLineItem,
  WirePaymentIntent,
  WirePaymentMethod,
  WireSession,
  WireTaxRate,
} from '../objects/wire.js';
import { newId, newPartId } from '../state/ids.js';
import type { SessionDraft } from '../state/store.js';
import type { World } from '../state/world.js';
import { customerOf, itemLines, nextNumber, writeInvoice } from './bill-subscription.js';
import { markPaid, tieTo } from './collect-invoice.js';
import { settlePayment } from './charge-card.js';
import { attachCard } from './pay-invoice.js';
import { periodFrom } from './periods.js';
import { automaticRates } from './taxation.js';

/** A paid attempt at a session, all parts of it. */
export interface PaidAttempt {
  session: WireSession;
  draft: SessionDraft;
  intent: WirePaymentIntent;
  method: WirePaymentMethod;
}

/** Settles the payment and turns the open session into what it promised: a running subscription or a paid purchase. */
export function completeSession(world: World, attempt: PaidAttempt): void {
  const { session, draft, intent, method } = attempt;
  const customer = customerOf(world, session.customer ?? '');
  if (session.mode === 'subscription') attachCard(world, method, customer.id);
  settlePayment(world, intent, method);
  if (session.mode === 'subscription') startSubscription(world, attempt, customer);
  else finishPurchase(world, attempt, customer);
  draft.paymentIntent = null;
  draft.awaitingConfirmation = null;
  session.status = 'complete';
  session.payment_status = 'paid';
  session.url = null;
  session.customer_details = {
    address: customer.address ?? null,
    business_name: customer.business_name ?? null,
    email: customer.email,
    individual_name: null,
    name: method.billing_details.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: (customer.tax_ids?.data ?? []).map(({ type, value }) => ({ type, value })),
  };
  world.emit('checkout.session.completed', session);
}

function startSubscription(world: World, attempt: PaidAttempt, customer: WireCustomer): void {
  const { session, draft, intent, method } = attempt;
  const id = newId('subscriptions');
  const now = world.now();
  const period = periodFrom(now, now);
  const items = draft.lines.flatMap(({ price, quantity }) =>
    price
      ? [buildSubscriptionItem({ id: newPartId('subscriptionItem'), subscription: id }, price, quantity ?? 1, period)]
      : [],
  );
  const subscription = buildSubscription(
    {
      id,
      created: now,
      currency: session.currency ?? 'chf',
      customer: customer.id,
      default_payment_method: method.id,
      automatic_tax: {
        disabled_reason: null,
        enabled: session.automatic_tax.enabled,
        liability: session.automatic_tax.enabled ? { type: 'self' } : null,
      },
      default_tax_rates: draft.taxRates ?? [],
      metadata: { ...draft.subscriptionMetadata },
    },
    items,
  );
  world.state.subscriptions.set(id, subscription);
  customer.currency ??= subscription.currency;
  world.emit('customer.subscription.created', subscription);
  const covers = { start: now, end: now };
  const invoice = writeInvoice(world, subscription, { reason: 'subscription_create', covers }, (invoiceId) =>
    itemLines(world, subscription, invoiceId),
  );
  tieTo(world, invoice, intent);
  markPaid(world, invoice);
  session.subscription = id;
  session.invoice = invoice.id;
}

function purchaseLines(lines: WireLineItem[], rates: WireTaxRate[], invoice: string, now: number): WireInvoiceLine[] {
  return lines.flatMap((line) => {
    if (!line.price) return [];
    const { amount_total: amount, price } = line;
    return [
      buildInvoiceLine({
        id: newPartId('invoiceLine'),
        invoice,
        amount,
        description: line.description ?? '',
        period: { start: now, end: now },
        price,
        quantity: line.quantity ?? 1,
        rates,
        source: null,
      }),
    ];
  });
}

function finishPurchase(world: World, { session, draft, intent }: PaidAttempt, customer: WireCustomer): void {
  session.payment_intent = intent.id;
  if (!session.invoice_creation?.enabled) return;
  const now = world.now();
  const rates = session.automatic_tax.enabled ? automaticRates(world, customer) : (draft.taxRates ?? []);
  const id = newId('invoices');
  const invoice = buildInvoice({
    id,
    created: now,
    number: nextNumber(customer),
    customer,
    billingReason: 'manual',
    currency: session.currency ?? 'chf',
    lines: purchaseLines(draft.lines, rates, id, now),
    period: { start: now, end: now },
    subscription: null,
    hostedUrl: `${world.publicUrl()}/invoices/${id}`,
    footer: draft.footer ?? null,
  });
  world.state.invoices.set(id, invoice);
  world.emit('invoice.created', invoice);
  world.emit('invoice.finalized', invoice);
  tieTo(world, invoice, intent);
  markPaid(world, invoice);
  session.invoice = id;
}
