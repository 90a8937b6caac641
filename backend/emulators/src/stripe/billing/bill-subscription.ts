import { buildInvoice, buildInvoiceLine, type BillingReason } from '../objects/invoice.js';
import type { Period } from '../objects/subscription.js';
import type {
  WireCustomer,
  WireInvoice,
  WireInvoiceLine,
  WirePaymentMethod,
  WireSubscription,
  WireSubscriptionItem,
} from '../objects/wire.js';
import { newId, newPartId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { carryBalance } from './balance.js';
import { ratesOf } from './taxation.js';

/** The customer a stored object names; the store never holds a reference to nobody. */
export function customerOf(world: World, reference: NonNullable<WireSubscription['customer']>): WireCustomer {
  const customer = typeof reference === 'string' ? world.state.customers.get(reference) : undefined;
  if (!customer) throw new Error(`no customer ${reference} in the store`);
  return customer;
}

/** The card a subscription is charged to: its own, else the customer's; undefined when there is none. */
export function cardOf(world: World, subscription: WireSubscription): WirePaymentMethod | undefined {
  const own =
    subscription.default_payment_method ??
    customerOf(world, subscription.customer).invoice_settings.default_payment_method;
  return typeof own === 'string' ? world.state.paymentMethods.get(own) : undefined;
}

export interface InvoiceParts {
  id: string;
  reason: BillingReason;
  /** What the invoice itself calls its period. */
  covers: Period;
  lines: WireInvoiceLine[];
}

/** An invoice over `lines`, finalised and open, not yet in the store; what the customer owes or is owed from before goes into it. */
export function draftInvoice(
  world: World,
  subscription: WireSubscription,
  number: string,
  parts: InvoiceParts,
): WireInvoice {
  const customer = customerOf(world, subscription.customer);
  const invoice = buildInvoice({
    id: parts.id,
    created: world.now(),
    number,
    customer,
    billingReason: parts.reason,
    currency: subscription.currency,
    lines: parts.lines,
    period: parts.covers,
    subscription: { id: subscription.id, metadata: { ...subscription.metadata } },
    hostedUrl: `${world.publicUrl()}/invoices/${parts.id}`,
  });
  // The hosted page has charged the whole first invoice before it was written.
  if (parts.reason === 'subscription_create') invoice.starting_balance = invoice.ending_balance = customer.balance;
  else carryBalance(invoice, customer.balance);
  return invoice;
}

/** Writes the invoice over `lines`, finalised and open, and tells the webhook. */
export function writeInvoice(
  world: World,
  subscription: WireSubscription,
  parts: Omit<InvoiceParts, 'id' | 'lines'>,
  linesOf: (invoice: string) => WireInvoiceLine[],
): WireInvoice {
  const customer = customerOf(world, subscription.customer);
  const id = newId('invoices');
  const invoice = draftInvoice(world, subscription, nextNumber(customer), { ...parts, id, lines: linesOf(id) });
  if (invoice.ending_balance !== null) customer.balance = invoice.ending_balance;
  world.state.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  world.emit('invoice.created', invoice);
  world.emit('invoice.finalized', invoice);
  return invoice;
}

/** One line for each item's current period. */
export function itemLines(world: World, subscription: WireSubscription, invoice: string): WireInvoiceLine[] {
  return subscription.items.data.map((item) =>
    buildInvoiceLine({
      id: newPartId('invoiceLine'),
      invoice,
      amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      description: `${item.quantity ?? 1} × ${itemName(world, item.price)}`,
      period: { start: item.current_period_start, end: item.current_period_end },
      price: item.price,
      quantity: item.quantity ?? 1,
      rates: ratesOf(world, subscription),
      source: { subscription: subscription.id, item: item.id, proration: null },
    }),
  );
}

/** The number of the customer's next invoice, counted on. */
export function nextNumber(customer: WireCustomer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix ?? 'TEST'}-${String(sequence).padStart(4, '0')}`;
}

/** What a price's product is called. */
export function itemName(world: World, price: WireSubscriptionItem['price']): string {
  const product = typeof price.product === 'string' ? world.state.products.get(price.product) : undefined;
  return product?.name ?? price.nickname ?? 'Abo';
}

/** The subscription an invoice bills; undefined for purchases. */
export function subscriptionOf(world: World, invoice: WireInvoice): WireSubscription | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === 'string' ? world.state.subscriptions.get(id) : undefined;
}

/** A subscription's invoices, newest first. */
export function invoicesOf(world: World, subscription: WireSubscription): WireInvoice[] {
  return [...world.state.invoices.values()]
    .filter((one) => one.parent?.subscription_details?.subscription === subscription.id)
    .reverse();
}
