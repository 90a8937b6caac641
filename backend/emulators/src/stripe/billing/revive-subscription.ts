import type { WireInvoice, WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { invoicesOf, subscriptionOf } from './bill-subscription.js';

/** Does to its subscription what a paid invoice promised: the change that waited for it comes into force, a dormant one runs again. */
export function reviveSubscription(world: World, invoice: WireInvoice): void {
  const subscription = subscriptionOf(world, invoice);
  if (!subscription || subscription.status === 'canceled') return;
  if (awaitsPayment(subscription, invoice)) {
    const previous = {
      items: structuredClone(subscription.items),
      pending_update: structuredClone(subscription.pending_update),
    };
    subscription.items.data = subscription.pending_update?.subscription_items ?? subscription.items.data;
    subscription.pending_update = null;
    world.emit('customer.subscription.pending_update_applied', subscription);
    world.emit('customer.subscription.updated', subscription, previous);
  }
  if (subscription.status !== 'past_due' || newestDue(world, subscription)?.status !== 'paid') return;
  const previous = { status: subscription.status };
  subscription.status = 'active';
  world.emit('customer.subscription.updated', subscription, previous);
}

/** Whether a pending change of the subscription waits for this very invoice. */
export function awaitsPayment(subscription: WireSubscription, invoice: WireInvoice): boolean {
  return subscription.pending_update !== null && subscription.latest_invoice === invoice.id;
}

/** The newest invoice that counts for whether the subscription is paid: not one a pending change waits for. */
function newestDue(world: World, subscription: WireSubscription): WireInvoice | undefined {
  return invoicesOf(world, subscription).find(
    (one) => (one.status === 'open' || one.status === 'paid') && !awaitsPayment(subscription, one),
  );
}
