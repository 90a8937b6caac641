import type { WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { invoicesOf } from './bill-subscription.js';
import { dropPendingUpdate } from './pending-update.js';

/** When the subscription's paid time ends, Unix seconds. */
export function paidUntil(subscription: WireSubscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

/** Ends the subscription now. Open invoices stay open and can be paid, but are not tried again. */
export function endSubscription(
  world: World,
  subscription: WireSubscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): void {
  const now = world.now();
  dropPendingUpdate(world, subscription);
  for (const invoice of invoicesOf(world, subscription)) {
    if (invoice.status !== 'open') continue;
    invoice.next_payment_attempt = null;
    invoice.auto_advance = false;
  }
  subscription.status = 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  if (subscription.cancellation_details) subscription.cancellation_details.reason ??= reason;
  world.emit('customer.subscription.deleted', subscription);
}

/** Sets or takes back the wish to end at the end of the paid time; the caller tells the webhook. */
export function cancelAtPeriodEnd(world: World, subscription: WireSubscription, wanted: boolean): void {
  if (subscription.cancel_at_period_end === wanted) return;
  subscription.cancel_at_period_end = wanted;
  subscription.cancel_at = wanted ? paidUntil(subscription) : null;
  subscription.canceled_at = wanted ? world.now() : null;
  if (subscription.cancellation_details)
    subscription.cancellation_details.reason = wanted ? 'cancellation_requested' : null;
}
