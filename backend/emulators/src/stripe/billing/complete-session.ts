import { buildInvoice, buildInvoiceLine } from '../objects/invoice.js';
import { buildCustomer } from '../objects/customer.js';
import { buildSubscription, buildSubscriptionItem } from '../objects/subscription.js';
import type {
  WireCustomer,
  WireInvoiceLine,
  WireLineItem,
  WirePaymentIntent,
  WirePaymentMethod,
  WireSession,
} from '../objects/wire.js';
import { newId, newPartId, randomToken } from '../state/ids.js';
import type { SessionDraft } from '../state/store.js';
import type { World } from '../state/world.js';
import { itemLines, nextNumber, writeInvoice } from './bill-subscription.js';
import { markPaid, tieTo } from './collect-invoice.js';
import { settlePayment } from './charge-card.js';
import { attachCard } from './pay-invoice.js';
import { periodFrom } from './periods.js';

/** A paid attempt at a session, all parts of it. */
export interface PaidAttempt {
  session: WireSession;
  draft: SessionDraft;
  intent: WirePaymentIntent;
  method: WirePaymentMethod;
  email: string | null;
}

/** Settles the payment and turns the open session into what it promised: a running subscription or a paid purchase. */
export function completeSession(world: World, attempt: PaidAttempt): void {
  const { session, draft, intent, method } = attempt;
  const customer = customerFor(world, attempt);
  if (customer) {
    intent.customer = customer.id;
    if (session.mode === 'subscription' || draft.setupFutureUsage) attachCard(world, method, customer.id);
  }
  settlePayment(world, intent, method);
  if (session.mode === 'subscription' && customer) startSubscription(world, attempt, customer);
  else finishPurchase(world, attempt, customer);
  draft.paymentIntent = null;
  draft.awaitingConfirmation = null;
  markComplete(attempt, customer);
  world.emit('checkout.session.completed', session);
}

function customerFor(world: World, { session, email, method }: PaidAttempt): WireCustomer | null {
  if (typeof session.customer === 'string') return world.state.customers.get(session.customer) ?? null;
  if (session.mode === 'payment' && session.customer_creation !== 'always') return null;
  const customer = buildCustomer({
    id: newId('customers'),
    created: world.now(),
    email: email ?? session.customer_email,
    name: method.billing_details.name,
    metadata: {},
    invoicePrefix: randomToken(8).toUpperCase(),
  });
  world.state.customers.set(customer.id, customer);
  world.emit('customer.created', customer);
  return customer;
}

function startSubscription(
  world: World,
  { session, draft, intent, method }: PaidAttempt,
  customer: WireCustomer,
): void {
  const id = newId('subscriptions');
  const now = world.now();
  const subscription = buildSubscription({
    id,
    created: now,
    currency: session.currency ?? 'chf',
    customer: customer.id,
    items: draft.lines.flatMap((line) => {
      if (!line.price?.recurring) return [];
      const period = periodFrom(now, line.price, now);
      return [
        buildSubscriptionItem(
          { id: newPartId('subscriptionItem'), subscription: id },
          line.price,
          line.quantity ?? 1,
          period,
        ),
      ];
    }),
    paymentMethod: method.id,
    description: draft.subscriptionDescription,
    metadata: { ...draft.subscriptionMetadata },
    automaticTax: session.automatic_tax.enabled,
  });
  world.state.subscriptions.set(id, subscription);
  customer.currency ??= subscription.currency;
  world.emit('customer.subscription.created', subscription);
  const covers = { start: now, end: now };
  const invoice = writeInvoice(world, subscription, { reason: 'subscription_create', covers }, (invoiceId) => [
    ...itemLines(world, subscription, invoiceId),
    // One-off prices beside the plan are billed on the first invoice only.
    ...purchaseLines(
      draft.lines.filter((line) => !line.price?.recurring),
      invoiceId,
      now,
    ),
  ]);
  tieTo(world, invoice, intent);
  markPaid(world, invoice);
  session.subscription = id;
  session.invoice = invoice.id;
}

function purchaseLines(lines: WireLineItem[], invoice: string, now: number): WireInvoiceLine[] {
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
        source: null,
      }),
    ];
  });
}

function finishPurchase(world: World, { session, draft, intent }: PaidAttempt, customer: WireCustomer | null): void {
  session.payment_intent = intent.id;
  if (!session.invoice_creation?.enabled || !customer) return;
  const now = world.now();
  const id = newId('invoices');
  const invoice = buildInvoice({
    id,
    created: now,
    number: nextNumber(customer),
    customer,
    billingReason: 'manual',
    currency: session.currency ?? 'chf',
    lines: purchaseLines(draft.lines, id, now),
    period: { start: now, end: now },
    subscription: null,
    hostedUrl: `${world.publicUrl()}/invoices/${id}`,
    metadata: { ...session.invoice_creation.invoice_data.metadata },
    automaticTax: session.automatic_tax.enabled,
  });
  world.state.invoices.set(id, invoice);
  world.emit('invoice.created', invoice);
  world.emit('invoice.finalized', invoice);
  tieTo(world, invoice, intent);
  markPaid(world, invoice);
  session.invoice = id;
}

function markComplete({ session, method, email }: PaidAttempt, customer: WireCustomer | null): void {
  session.status = 'complete';
  session.payment_status = 'paid';
  session.url = null;
  session.customer = customer?.id ?? null;
  if (session.consent_collection?.terms_of_service === 'required')
    session.consent = { promotions: null, terms_of_service: 'accepted' };
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer?.email ?? email ?? session.customer_email,
    individual_name: null,
    name: method.billing_details.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}
