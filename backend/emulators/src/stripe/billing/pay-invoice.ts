import { buildPaymentMethod, type CardFace } from '../objects/payment.js';
import type { WireInvoice, WirePaymentMethod } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { subscriptionOf } from './bill-subscription.js';
import type { TestCard, Verdict } from './cards.js';
import { refuseConfirmation, settlePayment } from './charge-card.js';
import { attemptInvoice, markPaid, noteFailure, paymentOf } from './collect-invoice.js';

/** Keeps a card typed at a hosted page; it belongs to nobody until it is attached. */
export function storeCard(world: World, face: CardFace, email: string | null): WirePaymentMethod {
  const method = buildPaymentMethod({
    id: newId('paymentMethods'),
    created: world.now(),
    card: face,
    customer: null,
    email,
  });
  world.state.paymentMethods.set(method.id, method);
  return method;
}

/** Pays an open invoice with a card typed at its page. A failure changes nothing about when the clock tries again. */
export function payWithCard(world: World, invoice: WireInvoice, card: TestCard, face: CardFace): Verdict {
  const method = storeCard(world, face, invoice.customer_email);
  // Attached before the money moves: what the payment sets off already finds the new card.
  if (card.present === 'paid') adoptCard(world, invoice, method);
  return attemptInvoice(world, invoice, { method, verdict: card.present }, invoice.next_payment_attempt);
}

/** The customer's answer to the bank's question about an invoice's payment; false when nothing was being asked. */
export function answerInvoiceConfirmation(world: World, invoice: WireInvoice, accepted: boolean): boolean {
  const intent = paymentOf(world, invoice);
  const method =
    typeof intent?.payment_method === 'string' ? world.state.paymentMethods.get(intent.payment_method) : undefined;
  if (!intent || !method || invoice.status !== 'open' || intent.status !== 'requires_action') return false;
  if (!accepted) {
    refuseConfirmation(world, intent);
    noteFailure(world, invoice, invoice.next_payment_attempt);
    return true;
  }
  adoptCard(world, invoice, method);
  settlePayment(world, intent, method);
  markPaid(world, invoice);
  return true;
}

/** A card that pays an invoice of a subscription pays the following ones too. */
function adoptCard(world: World, invoice: WireInvoice, method: WirePaymentMethod): void {
  const subscription = subscriptionOf(world, invoice);
  if (!subscription || subscription.status === 'canceled') return;
  attachCard(world, method, subscription.customer);
  subscription.default_payment_method = method.id;
}

/** Makes a card the customer's own. */
export function attachCard(world: World, method: WirePaymentMethod, customer: string): void {
  if (method.customer === customer) return;
  method.customer = customer;
  world.emit('payment_method.attached', method);
}
