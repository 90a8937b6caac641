import { buildPaymentMethod, type CardFace } from '../objects/payment.js';
import type { WirePaymentIntent, WireSession } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { SessionDraft } from '../state/store.js';
import type { World } from '../state/world.js';
import type { TestCard } from './cards.js';
import { awaitConfirmation, declinePayment, openPayment, refuseConfirmation } from './charge-card.js';
import { completeSession } from './complete-session.js';

/** What came of a card: paid, refused by its bank, or waiting for the customer's confirmation. */
export type CardOutcome = 'paid' | 'declined' | 'confirm';

/** An open session with its draft. */
export interface OpenSession {
  session: WireSession;
  draft: SessionDraft;
}

/** Tries to pay an open session with a card. The session stays open unless the outcome is `paid`. */
export function submitCard(world: World, open: OpenSession, card: TestCard, face: CardFace, email: string | null): CardOutcome {
  const { session, draft } = open;
  const intent = intentFor(world, open);
  const method = buildPaymentMethod({ id: newId('paymentMethods'), created: world.now(), card: face, customer: null, email });
  world.state.paymentMethods.set(method.id, method);
  draft.awaitingConfirmation = null;
  switch (card.behaviour) {
    case 'succeeds':
      completeSession(world, { session, draft, intent, method, email });
      return 'paid';
    case 'declined':
      declinePayment(world, intent, method);
      return 'declined';
    case 'asks_for_confirmation':
      draft.awaitingConfirmation = { paymentMethod: method.id, email };
      awaitConfirmation(world, intent, method, `${world.publicUrl()}/checkout/${session.id}/confirm`);
      return 'confirm';
  }
}

/** The customer's answer to the bank's question; false when nothing was being asked. */
export function answerConfirmation(world: World, { session, draft }: OpenSession, accepted: boolean): boolean {
  const awaiting = draft.awaitingConfirmation;
  const method = awaiting && world.state.paymentMethods.get(awaiting.paymentMethod);
  const intent = draft.paymentIntent ? world.state.paymentIntents.get(draft.paymentIntent) : undefined;
  if (!awaiting || !method || !intent) return false;
  draft.awaitingConfirmation = null;
  if (accepted) completeSession(world, { session, draft, intent, method, email: awaiting.email });
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
    description: session.mode === 'subscription' ? 'Subscription creation' : draft.paymentDescription,
    metadata: { ...draft.paymentMetadata },
    setupFutureUsage: session.mode === 'subscription' ? 'off_session' : draft.setupFutureUsage,
  });
  draft.paymentIntent = intent.id;
  return intent;
}

/** Why the last attempt at an open session failed; null when none did. */
export function lastFailure(world: World, draft: SessionDraft): 'declined' | 'confirmation_refused' | null {
  const error = draft.paymentIntent ? world.state.paymentIntents.get(draft.paymentIntent)?.last_payment_error : null;
  if (!error) return null;
  return error.code === 'payment_intent_authentication_failure' ? 'confirmation_refused' : 'declined';
}
