import { buildCharge, buildPaymentIntent, type PaymentIntentFields } from '../objects/payment.js';
import type { WirePaymentIntent, WirePaymentMethod } from '../objects/wire.js';
import { newId, randomToken } from '../state/ids.js';
import type { World } from '../state/world.js';
import type { DeclineReason } from './cards.js';

/** Opens a payment that waits for a card. */
export function openPayment(
  world: World,
  fields: Omit<PaymentIntentFields, 'id' | 'client_secret' | 'created'>,
): WirePaymentIntent {
  const id = newId('paymentIntents');
  const intent = buildPaymentIntent({
    ...fields,
    id,
    client_secret: `${id}_secret_${randomToken(25)}`,
    created: world.now(),
  });
  world.state.paymentIntents.set(id, intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

/** The money comes. */
export function settlePayment(world: World, intent: WirePaymentIntent, method: WirePaymentMethod): void {
  const charge = buildCharge({ id: newId('charges'), created: world.now(), intent, method, failure: null });
  world.state.charges.set(charge.id, charge);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.payment_method = method.id;
  intent.next_action = null;
  intent.last_payment_error = null;
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
}

const declineMessages: Record<DeclineReason, string> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
};

/** The bank says no; the payment waits for another card. */
export function declinePayment(
  world: World,
  intent: WirePaymentIntent,
  method: WirePaymentMethod,
  reason: DeclineReason,
): void {
  const message = declineMessages[reason];
  const charge = buildCharge({
    id: newId('charges'),
    created: world.now(),
    intent,
    method,
    failure: { code: 'card_declined', reason, message },
  });
  world.state.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  world.emit('charge.failed', charge);
  failPayment(world, intent, {
    charge: charge.id,
    code: 'card_declined',
    decline_code: reason,
    message,
    type: 'card_error',
  });
}

/** The customer's bank wants to hear from the customer first (3-D Secure). */
export function awaitConfirmation(
  world: World,
  intent: WirePaymentIntent,
  method: WirePaymentMethod,
  url: string,
): void {
  intent.status = 'requires_action';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = { redirect_to_url: { return_url: null, url }, type: 'redirect_to_url' };
  world.emit('payment_intent.requires_action', intent);
}

/** The customer refused the confirmation; the payment waits for another try. */
export function refuseConfirmation(world: World, intent: WirePaymentIntent): void {
  failPayment(world, intent, {
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
    type: 'card_error',
  });
}

/** Nobody will pay this any more. */
export function cancelPayment(world: World, intent: WirePaymentIntent): void {
  intent.status = 'canceled';
  intent.canceled_at = world.now();
  intent.cancellation_reason = 'void_invoice';
  intent.next_action = null;
  world.emit('payment_intent.canceled', intent);
}

function failPayment(
  world: World,
  intent: WirePaymentIntent,
  error: NonNullable<WirePaymentIntent['last_payment_error']>,
): void {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  world.emit('payment_intent.payment_failed', intent);
}

/** Why the last attempt at a payment failed, in the hosted pages' terms; null when none did. */
export type PaymentFailure = DeclineReason | 'confirmation_refused';

/** Why the last attempt at `intent` failed; null when none did. */
export function failureOf(intent: WirePaymentIntent | undefined): PaymentFailure | null {
  const error = intent?.last_payment_error;
  if (!error) return null;
  if (error.code === 'payment_intent_authentication_failure') return 'confirmation_refused';
  return error.decline_code === 'insufficient_funds' ? 'insufficient_funds' : 'generic_decline';
}
