import type { WireInvoice, WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { cardOf, itemLines, subscriptionOf, writeInvoice } from './bill-subscription.js';
import { storedVerdict } from './cards.js';
import { attemptInvoice } from './collect-invoice.js';
import { endSubscription, paidUntil } from './end-subscription.js';
import { periodFrom } from './periods.js';

/** When a failed renewal is tried again, in days after its invoice was written; then the subscription ends. */
const retryDays = [3, 8, 15];

/** Begins the next period, bills it and tries to collect; a failure leaves the invoice open and the subscription past due. */
export function renewSubscription(world: World, subscription: WireSubscription): void {
  const previous = { items: structuredClone(subscription.items), latest_invoice: subscription.latest_invoice };
  const before = subscription.status;
  const ended = {
    start: Math.min(...subscription.items.data.map((item) => item.current_period_start)),
    end: paidUntil(subscription),
  };
  for (const item of subscription.items.data) {
    const next = periodFrom(subscription.billing_cycle_anchor, item.current_period_end);
    item.current_period_start = next.start;
    item.current_period_end = next.end;
  }
  const invoice = writeInvoice(world, subscription, { reason: 'subscription_cycle', covers: ended }, (id) =>
    itemLines(world, subscription, id),
  );
  collectFromCard(world, invoice, subscription);
  if (subscription.status === 'canceled') return;
  world.emit('customer.subscription.updated', subscription, {
    ...previous,
    ...(before !== subscription.status && { status: before }),
  });
}

/** Another try at an invoice whose payment failed. */
export function retryInvoice(world: World, invoice: WireInvoice): void {
  invoice.next_payment_attempt = null;
  const subscription = subscriptionOf(world, invoice);
  if (!subscription) return;
  collectFromCard(world, invoice, subscription);
}

/** Charges the stored card; failing that, the subscription is past due until the tries are used up. The caller tells the webhook. */
function collectFromCard(world: World, invoice: WireInvoice, subscription: WireSubscription): void {
  const method = cardOf(world, subscription);
  const next = nextAttempt(world, invoice);
  const verdict = attemptInvoice(world, invoice, method ? { method, verdict: storedVerdict(method) } : null, next);
  if (verdict === 'paid') return;
  if (next !== null) subscription.status = 'past_due';
  else endSubscription(world, subscription, 'payment_failed');
}

/** The first planned retry still to come, counted from the day the invoice was written; null when none is left. */
function nextAttempt(world: World, invoice: WireInvoice): number | null {
  const moments = retryDays.map((days) => invoice.created + days * 86_400);
  return moments.find((moment) => moment > world.now()) ?? null;
}
