import { seeOther } from '../../pages/frame.js';
import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import { html } from '../../pages/markup.js';
import { changeCard, makeDefault } from '../billing/change-card.js';
import { cancelAtPeriodEnd } from '../billing/end-subscription.js';
import type { WireCustomer, WirePortalSession } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { checkCard, firstCard, readCard } from './card-form.js';
import { bankPage, decisionOf, missingPage, plainPage } from './hosted-page.js';
import { portalFeatures, portalPage } from './portal-page.js';

/** Seconds a portal session can be used. */
const lifetime = 3600;

/** Answers `/portal/{session}` and what its forms send; `part` is what follows the id in the path. */
export function handlePortal(world: World, sessionId: string, part: string, request: PageRequest): PageAnswer {
  const session = world.state.portalSessions.get(sessionId);
  const customer = session && world.state.customers.get(session.customer);
  if (!session || !customer) return missingPage();
  if (session.created + lifetime < world.now()) return expiredPortal(session);
  if (part === 'confirm') return handleBank(world, session, customer, request);
  if (request.method !== 'POST')
    return portalPage(world, { session, customer, values: firstCard(world.now()), errors: {}, failure: null });
  const features = portalFeatures(world, session);
  if (part === 'card' && features.payment_method_update.enabled)
    return handleCard(world, session, customer, request.body);
  if (part === 'subscription' && features.subscription_cancel.enabled)
    handleWish(world, customer, new URLSearchParams(request.body));
  return back(session);
}

function back(session: WirePortalSession): PageAnswer {
  return seeOther(`/portal/${session.id}`);
}

function handleCard(world: World, session: WirePortalSession, customer: WireCustomer, body: string): PageAnswer {
  const typed = readCard(body);
  const checked = checkCard(typed, world.now());
  // A card number is never sent back to the page.
  const view = { session, customer, values: { ...typed, number: '' }, failure: null };
  if ('errors' in checked) return portalPage(world, { ...view, errors: checked.errors, status: 422 });
  const { verdict, method } = changeCard(world, customer, checked.card, checked.face);
  if (verdict === 'paid') return back(session);
  if (verdict === 'confirm') return seeOther(`/portal/${session.id}/confirm?card=${method.id}`);
  return portalPage(world, {
    ...view,
    errors: { number: 'Nehmen Sie eine andere Karte.' },
    failure: verdict,
    status: 402,
  });
}

/** The bank's question before a card is kept; only a card that belongs to nobody yet can be confirmed. */
function handleBank(
  world: World,
  session: WirePortalSession,
  customer: WireCustomer,
  request: PageRequest,
): PageAnswer {
  const method = world.state.paymentMethods.get(request.url.searchParams.get('card') ?? '');
  if (!method || method.customer !== null || method.billing_details.email !== customer.email) return back(session);
  const decision = decisionOf(request.method, request.body);
  if (decision === 'accept') makeDefault(world, customer, method);
  if (decision) return back(session);
  const question = html`diese Karte bei Bildnis hinterlegen wollen.`;
  return bankPage('Karte bestätigen', question, `/portal/${session.id}/confirm?card=${method.id}`);
}

function handleWish(world: World, customer: WireCustomer, form: URLSearchParams): void {
  const subscription = world.state.subscriptions.get(form.get('subscription') ?? '');
  if (subscription?.customer !== customer.id || subscription.status === 'canceled') return;
  const wanted = form.get('wish') === 'cancel';
  if (subscription.cancel_at_period_end === wanted) return;
  const previous = {
    cancel_at_period_end: subscription.cancel_at_period_end,
    cancel_at: subscription.cancel_at,
    canceled_at: subscription.canceled_at,
  };
  cancelAtPeriodEnd(world, subscription, wanted);
  world.emit('customer.subscription.updated', subscription, previous);
}

function expiredPortal(session: WirePortalSession): PageAnswer {
  return plainPage(
    'Diese Seite ist abgelaufen',
    html`<p>Öffnen Sie sie bei Bildnis noch einmal.</p>
${session.return_url && html`<p><a class="button main" href="${session.return_url}">Zurück zu Bildnis</a></p>`}`,
    { status: 410 },
  );
}
