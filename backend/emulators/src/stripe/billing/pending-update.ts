import type { WireSubscription, WireSubscriptionItem } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { voidInvoice } from './collect-invoice.js';

/** How long a change waits for its payment, in seconds. */
const patience = 23 * 3600;

/** Keeps a change back until the newest invoice is paid, at most 23 hours or to the end of the period. */
export function keepPending(world: World, subscription: WireSubscription, items: WireSubscriptionItem[]): void {
  const periodEnd = Math.min(...subscription.items.data.map((item) => item.current_period_end));
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(world.now() + patience, periodEnd),
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  };
}

/** Gives up a change that waits for its payment and voids its invoice; nothing where none waits. */
export function dropPendingUpdate(world: World, subscription: WireSubscription): void {
  if (!subscription.pending_update) return;
  subscription.pending_update = null;
  const invoice =
    typeof subscription.latest_invoice === 'string' ? world.state.invoices.get(subscription.latest_invoice) : undefined;
  if (invoice?.status === 'open') voidInvoice(world, invoice);
}

/** The time for paying a change is over. */
export function expirePendingUpdate(world: World, subscription: WireSubscription): void {
  const previous = { pending_update: structuredClone(subscription.pending_update) };
  dropPendingUpdate(world, subscription);
  world.emit('customer.subscription.pending_update_expired', subscription);
  world.emit('customer.subscription.updated', subscription, previous);
}
