import { buildInvoice, buildInvoiceLine, buildInvoicePayment, type BillingReason } from '../objects/invoice.js';
import type { Period } from '../objects/subscription.js';
import type { WireCustomer, WireInvoice, WirePaymentIntent, WireSubscription } from '../objects/wire.js';
import { newId, newPartId } from '../state/ids.js';
import type { World } from '../state/world.js';

/** The customer a stored object names; the store never holds a reference to nobody. */
export function customerOf(world: World, reference: WireSubscription['customer']): WireCustomer {
  const customer = typeof reference === 'string' ? world.state.customers.get(reference) : undefined;
  if (!customer) throw new Error(`no customer ${String(reference)} in the store`);
  return customer;
}

/** Writes the invoice over the items' current periods, finalised and open. `covers` is what the invoice itself calls its period. */
export function invoiceItems(world: World, subscription: WireSubscription, reason: BillingReason, covers: Period): WireInvoice {
  const customer = customerOf(world, subscription.customer);
  const id = newId('invoices');
  const lines = subscription.items.data.map((item) =>
    buildInvoiceLine({
      id: newPartId('invoiceLine'),
      invoice: id,
      amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      description: lineText(world, item),
      period: { start: item.current_period_start, end: item.current_period_end },
      price: item.price,
      quantity: item.quantity ?? 1,
      source: { subscription: subscription.id, item: item.id, proration: false },
    }),
  );
  const invoice = buildInvoice({
    id,
    created: world.now(),
    number: nextNumber(customer),
    customer,
    billingReason: reason,
    currency: subscription.currency,
    lines,
    period: covers,
    subscription: { id: subscription.id, metadata: { ...subscription.metadata } },
    hostedUrl: `${world.publicUrl()}/invoices/${id}`,
    metadata: {},
    automaticTax: subscription.automatic_tax.enabled,
  });
  world.state.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  return invoice;
}

/** The number of the customer's next invoice, counted on. */
export function nextNumber(customer: WireCustomer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix ?? 'TEST'}-${String(sequence).padStart(4, '0')}`;
}

function lineText(world: World, item: WireSubscription['items']['data'][number]): string {
  const product = typeof item.price.product === 'string' ? world.state.products.get(item.price.product) : undefined;
  return `${item.quantity ?? 1} × ${product?.name ?? item.price.nickname ?? 'Abo'}`;
}

/** Marks the invoice as paid by `intent` and tells the webhook so. */
export function payInvoice(world: World, invoice: WireInvoice, intent: WirePaymentIntent): void {
  world.emit('invoice.created', invoice);
  world.emit('invoice.finalized', invoice);
  const now = world.now();
  const payment = buildInvoicePayment(newId('invoicePayments'), invoice, intent.id, now);
  world.state.invoicePayments.set(payment.id, payment);
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = now;
  world.emit('invoice_payment.paid', payment);
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
}
