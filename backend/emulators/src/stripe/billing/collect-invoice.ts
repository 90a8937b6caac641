import { buildInvoicePayment } from '../objects/invoice.js';
import type { WireInvoice, WireInvoicePayment, WirePaymentIntent, WirePaymentMethod } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { World } from '../state/world.js';
import type { Verdict } from './cards.js';
import { awaitConfirmation, cancelPayment, declinePayment, openPayment, settlePayment } from './charge-card.js';
import { reviveSubscription } from './revive-subscription.js';

/** The payment that collects an invoice; undefined when none was needed. */
export function paymentOf(world: World, invoice: WireInvoice): WirePaymentIntent | undefined {
  const id = invoicePaymentOf(world, invoice)?.payment.payment_intent;
  return typeof id === 'string' ? world.state.paymentIntents.get(id) : undefined;
}

function invoicePaymentOf(world: World, invoice: WireInvoice): WireInvoicePayment | undefined {
  return [...world.state.invoicePayments.values()].find((one) => one.invoice === invoice.id);
}

function intentFor(world: World, invoice: WireInvoice): WirePaymentIntent {
  const earlier = paymentOf(world, invoice);
  if (earlier) return earlier;
  const intent = openPayment(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: typeof invoice.customer === 'string' ? invoice.customer : null,
    description: 'Subscription update',
    metadata: {},
    setup_future_usage: null,
  });
  tieTo(world, invoice, intent);
  return intent;
}

/** Says which payment collects an invoice. */
export function tieTo(world: World, invoice: WireInvoice, intent: WirePaymentIntent): void {
  const payment = buildInvoicePayment(newId('invoicePayments'), invoice, intent.id, world.now());
  world.state.invoicePayments.set(payment.id, payment);
}

/**
 * Tries to collect an open invoice; nothing due is paid at once. `nextAttempt` is when the clock tries again should this
 * fail (Unix seconds, null: never). Returns what came of it.
 */
export function attemptInvoice(
  world: World,
  invoice: WireInvoice,
  card: { method: WirePaymentMethod; verdict: Verdict } | null,
  nextAttempt: number | null,
): Verdict {
  invoice.next_payment_attempt = null;
  if (invoice.amount_due === 0) {
    markPaid(world, invoice);
    return 'paid';
  }
  const intent = intentFor(world, invoice);
  const verdict = card?.verdict ?? 'generic_decline';
  if (card && verdict === 'paid') {
    settlePayment(world, intent, card.method);
    markPaid(world, invoice);
    return verdict;
  }
  if (card && verdict === 'confirm')
    awaitConfirmation(world, intent, card.method, `${world.publicUrl()}/invoices/${invoice.id}/confirm`);
  if (card && verdict !== 'confirm' && verdict !== 'paid') declinePayment(world, intent, card.method, verdict);
  noteFailure(world, invoice, nextAttempt);
  if (verdict === 'confirm') world.emit('invoice.payment_action_required', invoice);
  return verdict;
}

/** Counts a failed attempt and tells the webhook when the next one comes. */
export function noteFailure(world: World, invoice: WireInvoice, nextAttempt: number | null): void {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = nextAttempt;
  invoice.auto_advance = nextAttempt !== null;
  world.emit('invoice.payment_failed', invoice);
}

/** Marks an open invoice as paid, with what that means for its subscription, and tells the webhook. */
export function markPaid(world: World, invoice: WireInvoice): void {
  const now = world.now();
  const payment = invoicePaymentOf(world, invoice);
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  if (invoice.amount_due > 0) invoice.attempt_count += 1;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  if (payment) {
    payment.status = 'paid';
    payment.amount_paid = invoice.amount_due;
    payment.status_transitions.paid_at = now;
    world.emit('invoice_payment.paid', payment);
  }
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
  reviveSubscription(world, invoice);
}

/** Makes an open invoice void: nobody owes it any more. What it took from or gave to the customer's balance goes back. */
export function voidInvoice(world: World, invoice: WireInvoice): void {
  const payment = invoicePaymentOf(world, invoice);
  const intent = paymentOf(world, invoice);
  const customer = typeof invoice.customer === 'string' ? world.state.customers.get(invoice.customer) : undefined;
  if (customer && invoice.ending_balance !== null)
    customer.balance += invoice.starting_balance - invoice.ending_balance;
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = world.now();
  if (payment) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = world.now();
  }
  if (intent) cancelPayment(world, intent);
  world.emit('invoice.voided', invoice);
}
