import type { CardFace } from '../objects/payment.js';
import type { WireCustomer, WirePaymentMethod } from '../objects/wire.js';
import type { World } from '../state/world.js';
import type { TestCard, Verdict } from './cards.js';
import { attachCard, storeCard } from './pay-invoice.js';

/** Takes a new card for all that follows. Nothing is charged, but the bank may refuse it or ask first; `method` is then not yet the customer's. */
export function changeCard(
  world: World,
  customer: WireCustomer,
  card: TestCard,
  face: CardFace,
): { verdict: Verdict; method: WirePaymentMethod } {
  const method = storeCard(world, face, customer.email);
  if (card.present === 'paid') makeDefault(world, customer, method);
  return { verdict: card.present, method };
}

/** From now on this card pays the customer's invoices, those of running subscriptions included. */
export function makeDefault(world: World, customer: WireCustomer, method: WirePaymentMethod): void {
  attachCard(world, method, customer.id);
  const previous = { invoice_settings: structuredClone(customer.invoice_settings) };
  customer.invoice_settings.default_payment_method = method.id;
  world.emit('customer.updated', customer, previous);
  for (const subscription of world.state.subscriptions.values()) {
    if (subscription.customer !== customer.id || subscription.status === 'canceled') continue;
    const before = { default_payment_method: subscription.default_payment_method };
    subscription.default_payment_method = method.id;
    world.emit('customer.subscription.updated', subscription, before);
  }
}
