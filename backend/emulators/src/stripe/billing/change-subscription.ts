import type { WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { cardOf, writeInvoice } from './bill-subscription.js';
import { storedVerdict } from './cards.js';
import { attemptInvoice } from './collect-invoice.js';
import { dropPendingUpdate, keepPending } from './pending-update.js';
import { changedItems, prorationLines, type ItemChange } from './proration.js';

export interface SubscriptionChange {
  changes: ItemChange[];
  /** Whether the difference is billed at once or not at all. */
  billing: 'always_invoice' | 'none';
  /** As of when the difference is counted, Unix seconds. */
  at: number;
}

/** Changes prices and bills the difference; a change whose payment does not come at once waits for it. The caller tells the webhook. */
export function changeSubscription(world: World, subscription: WireSubscription, change: SubscriptionChange): void {
  const items = changedItems(subscription, change.changes);
  const billed =
    change.billing === 'always_invoice' &&
    prorationLines(world, subscription, change.changes, change.at, '').length > 0;
  dropPendingUpdate(world, subscription);
  if (!billed) {
    subscription.items.data = items;
    return;
  }
  const now = world.now();
  const invoice = writeInvoice(
    world,
    subscription,
    { reason: 'subscription_update', covers: { start: now, end: now } },
    (id) => prorationLines(world, subscription, change.changes, change.at, id),
  );
  const method = cardOf(world, subscription);
  const verdict = attemptInvoice(world, invoice, method ? { method, verdict: storedVerdict(method) } : null, null);
  if (verdict === 'paid') subscription.items.data = items;
  else keepPending(world, subscription, items);
}
