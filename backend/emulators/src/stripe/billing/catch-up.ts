import type { WireSession, WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { endSubscription, paidUntil } from './end-subscription.js';
import { expirePendingUpdate } from './pending-update.js';
import { renewSubscription, retryInvoice } from './renew-subscription.js';

interface Due {
  at: number;
  work: () => void;
}

/** Does everything that has fallen due by the emulator's clock, in order of its own dates. Returns whether anything happened. */
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
  // Of two that fall due together the first found goes first: a pending change lapses before its period ends.
  for (const due of allDue(world)) if (!earliest || due.at < earliest.at) earliest = due;
  return earliest;
}

function* allDue(world: World): Generator<Due> {
  for (const subscription of world.state.subscriptions.values()) {
    if (subscription.status === 'canceled') continue;
    if (subscription.pending_update)
      yield { at: subscription.pending_update.expires_at, work: () => expirePendingUpdate(world, subscription) };
    yield { at: paidUntil(subscription), work: () => endOfPeriod(world, subscription) };
  }
  for (const invoice of world.state.invoices.values()) {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) continue;
    yield { at: invoice.next_payment_attempt, work: () => retryInvoice(world, invoice) };
  }
  for (const session of world.state.sessions.values()) {
    if (session.status === 'open') yield { at: session.expires_at, work: () => expireSession(world, session) };
  }
}

function endOfPeriod(world: World, subscription: WireSubscription): void {
  if (subscription.cancel_at_period_end) endSubscription(world, subscription);
  else renewSubscription(world, subscription);
}

/** Closes an open session; its page then says so. */
export function expireSession(world: World, session: WireSession): void {
  session.status = 'expired';
  session.url = null;
  world.emit('checkout.session.expired', session);
}
