import type { CardFace } from '../objects/payment.js';
import type { WirePaymentIntent, WireSession } from '../objects/wire.js';
import type { SessionDraft } from '../state/store.js';
import type { World } from '../state/world.js';
import { customerOf } from './bill-subscription.js';
import type { TestCard } from './cards.js';
import {
  awaitConfirmation,
  declinePayment,
  failureOf,
  openPayment,
  refuseConfirmation,
  type PaymentFailure,
} from './charge-card.js';
import { completeSession } from './complete-session.js';
import { storeCard } from './pay-invoice.js';

/** What came of a card: paid, refused by its bank, or waiting for the customer's confirmation. */
export type CardOutcome = 'paid' | 'declined' | 'confirm';

/** An open session with its draft. */
export interface OpenSession {
  session: WireSession;
  draft: SessionDraft;
}

/** Tries to pay an open session with a card. The session stays open unless the outcome is `paid`. */
export function submitCard(world: World, open: OpenSession, card: TestCard, face: CardFace): CardOutcome {
  const { session, draft } = open;
  const intent = intentFor(world, open);
  const method = storeCard(world, face, customerOf(world, session.customer ?? '').email);
  draft.awaitingConfirmation = null;
  switch (card.present) {
    case 'paid':
      completeSession(world, { session, draft, intent, method });
      return 'paid';
    case 'confirm':
      draft.awaitingConfirmation = { paymentMethod: method.id };
      awaitConfirmation(world, intent, method, `${world.publicUrl()}/checkout/${session.id}/confirm`);
      return 'confirm';
    default:
      declinePayment(world, intent, method, card.present);
      return 'declined';
  }
}

/** The customer's answer to the bank's question; false when nothing was being asked. */
export function answerConfirmation(world: World, { session, draft }: OpenSession, accepted: boolean): boolean {
  const awaiting = draft.awaitingConfirmation;
  const method = awaiting && world.state.paymentMethods.get(awaiting.paymentMethod);
  const intent = draft.paymentIntent ? world.state.paymentIntents.get(draft.paymentIntent) : undefined;
  if (!awaiting || !method || !intent) return false;
  draft.awaitingConfirmation = null;
  if (accepted) completeSession(world, { session, draft, intent, method });
  else refuseConfirmation(world, intent);
  return true;
}

/** The one payment of a session: later attempts continue the first one's. */
function intentFor(world: World, { session, draft }: OpenSession): WirePaymentIntent {
  const earlier = draft.paymentIntent ? world.state.paymentIntents.get(draft.paymentIntent) : undefined;
  if (earlier) return earlier;
  const intent = openPayment(world, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'chf',
    customer: typeof session.customer === 'string' ? session.customer : null,
    description: session.mode === 'subscription' ? 'Subscription creation' : null,
    metadata: { ...draft.paymentMetadata },
    setup_future_usage: session.mode === 'subscription' ? 'off_session' : null,
  });
  draft.paymentIntent = intent.id;
  return intent;
}

/** Why the last attempt at an open session failed; null when none did. */
export function lastFailure(world: World, draft: SessionDraft): PaymentFailure | null {
  return draft.paymentIntent ? failureOf(world.state.paymentIntents.get(draft.paymentIntent)) : null;
}
