import { StripeRefusal } from '../api/refusal.js';
import type { WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { cardOf, draftInvoice, writeInvoice } from './bill-subscription.js';
import { storedVerdict } from './cards.js';
import { attemptInvoice } from './collect-invoice.js';
import { dropPendingUpdate, keepPending } from './pending-update.js';
import { changedItems, prorationLines, type ItemChange } from './proration.js';
import { collectFromCard } from './renew-subscription.js';

/** What happens to a change whose payment does not come at once. */
export type PaymentBehaviour = 'allow_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete';

export interface SubscriptionChange {
  changes: ItemChange[];
  /** Whether the difference is billed at once or not at all. */
  billing: 'always_invoice' | 'none';
  /** As of when the difference is counted, Unix seconds. */
  at: number;
  payment: PaymentBehaviour;
}

/** Changes prices or quantities and bills the difference. The caller tells the webhook. @throws StripeRefusal 402 where the payment must not fail and would */
export function changeSubscription(world: World, subscription: WireSubscription, change: SubscriptionChange): void {
  const items = changedItems(subscription, change.changes);
  const billed =
    change.billing === 'always_invoice' &&
    prorationLines(world, subscription, change.changes, change.at, '').length > 0;
  if (billed && change.payment === 'error_if_incomplete') refuseFailingCard(world, subscription, change);
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
  if (change.payment !== 'pending_if_incomplete') {
    subscription.items.data = items;
    collectFromCard(world, invoice, subscription);
    return;
  }
  const method = cardOf(world, subscription);
  const verdict = attemptInvoice(world, invoice, method ? { method, verdict: storedVerdict(method) } : null, null);
  if (verdict === 'paid') subscription.items.data = items;
  else keepPending(world, subscription, items);
}

function refuseFailingCard(world: World, subscription: WireSubscription, change: SubscriptionChange): void {
  const method = cardOf(world, subscription);
  const verdict = method ? storedVerdict(method) : 'generic_decline';
  const lines = prorationLines(world, subscription, change.changes, change.at, '');
  const invoice = draftInvoice(world, subscription, '', {
    id: '',
    reason: 'subscription_update',
    covers: { start: change.at, end: change.at },
    lines,
  });
  if (verdict === 'paid' || invoice.amount_due === 0) return;
  const asks = verdict === 'confirm';
  throw new StripeRefusal(
    402,
    'card_error',
    asks ? 'subscription_payment_intent_requires_action' : 'card_declined',
    asks
      ? 'Payment for this subscription requires additional user action before it can be completed successfully.'
      : 'Your card was declined.',
  );
}
