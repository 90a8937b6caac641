import type { WireSession, WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { invoiceItems, payInvoice } from './bill-subscription.js';
import { openPayment, settlePayment } from './charge-card.js';
import { endSubscription, paidUntil } from './end-subscription.js';
import { periodFrom } from './periods.js';

interface Due {
  at: number;
  work: () => void;
}

/** Does everything that has fallen due by the stand-in's clock, in order of its own dates. Returns whether anything happened. */
export function catchUp(world: World): boolean {
  const now = world.now();
  let happened = false;
  for (;;) {
    const due = earliestDue(world);
    if (!due || due.at > now) return happened;
    world.asOf(due.at, due.work);
    happened = true;
  }
}

function earliestDue(world: World): Due | null {
  let earliest: Due | null = null;
  for (const subscription of world.state.subscriptions.values()) {
    if (subscription.status !== 'active') continue;
    const at = paidUntil(subscription);
    if (!earliest || at < earliest.at) earliest = { at, work: () => endOfPeriod(world, subscription) };
  }
  for (const session of world.state.sessions.values()) {
    if (session.status !== 'open') continue;
    const at = session.expires_at;
    if (!earliest || at < earliest.at) earliest = { at, work: () => expireSession(world, session) };
  }
  return earliest;
}

function endOfPeriod(world: World, subscription: WireSubscription): void {
  if (subscription.cancel_at_period_end) endSubscription(world, subscription);
  else renew(world, subscription);
}

function renew(world: World, subscription: WireSubscription): void {
  const method = typeof subscription.default_payment_method === 'string' && world.state.paymentMethods.get(subscription.default_payment_method);
  if (!method) throw new Error(`subscription ${subscription.id} has no card`);
  const previous = { items: structuredClone(subscription.items), latest_invoice: subscription.latest_invoice };
  const ended = { start: Math.min(...subscription.items.data.map((item) => item.current_period_start)), end: paidUntil(subscription) };
  for (const item of subscription.items.data) {
    const next = periodFrom(subscription.billing_cycle_anchor, item.price, item.current_period_end);
    item.current_period_start = next.start;
    item.current_period_end = next.end;
  }
  const invoice = invoiceItems(world, subscription, 'subscription_cycle', ended);
  const intent = openPayment(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: typeof subscription.customer === 'string' ? subscription.customer : null,
    description: 'Subscription update',
    metadata: {},
    setupFutureUsage: null,
  });
  settlePayment(world, intent, method);
  payInvoice(world, invoice, intent);
  world.emit('customer.subscription.updated', subscription, previous);
}

/** Closes an open session; its page then says so. */
export function expireSession(world: World, session: WireSession): void {
  session.status = 'expired';
  session.url = null;
  world.emit('checkout.session.expired', session);
}
