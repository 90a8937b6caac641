import { seeOther } from '../../pages/frame.js';
import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import { html, type Markup } from '../../pages/markup.js';
import type { PaymentFailure } from '../billing/charge-card.js';
import { answerConfirmation, lastFailure, submitCard, type OpenSession } from '../billing/submit-card.js';
import { customerOf } from '../billing/bill-subscription.js';
import type { SessionDraft } from '../state/store.js';
import type { WireSession } from '../objects/wire.js';
import type { World } from '../state/world.js';
import {
  buyerFields,
  buyerOf,
  checkBuyer,
  keepBuyer,
  readBuyer,
  type BuyerErrors,
  type BuyerValues,
} from './buyer-form.js';
import {
  cardFields,
  checkCard,
  failureNotice,
  firstCard,
  readCard,
  testCardList,
  type CardErrors,
  type CardValues,
} from './card-form.js';
import { decisionOf, hostedPage, paymentQuestion, plainPage } from './hosted-page.js';
import { money } from './money.js';

interface CheckoutView extends OpenSession {
  values: CardValues;
  buyer: BuyerValues;
  errors: CardErrors & BuyerErrors;
  /** Why the last attempt failed, for the notice above the form. */
  failure: PaymentFailure | null;
}

/** The page on which a session is paid, and what its forms send. */
export function handleCheckout(world: World, open: OpenSession, asksBank: boolean, request: PageRequest): PageAnswer {
  const { session, draft } = open;
  if (session.status === 'complete')
    return request.method === 'POST' ? seeOther(successUrl(session)) : paidPage(successUrl(session));
  if (session.status !== 'open') return expiredPage(session);
  if (asksBank) return handleConfirmation(world, open, request);
  const customer = customerOf(world, session.customer ?? '');
  if (request.method !== 'POST') {
    const buyer = buyerOf(customer);
    return checkoutPage({
      ...open,
      values: firstCard(world.now()),
      buyer,
      errors: {},
      failure: lastFailure(world, draft),
    });
  }
  const typed = readCard(request.body);
  // A card number is never sent back to the page.
  const buyer = readBuyer(request.body);
  const view = { ...open, values: { ...typed, number: '' }, buyer, failure: null };
  const checked = checkCard(typed, world.now());
  const ofBuyer = checkBuyer(buyer, draft);
  if ('errors' in checked) return checkoutPage({ ...view, errors: { ...checked.errors, ...ofBuyer } }, 422);
  if (Object.keys(ofBuyer).length > 0) return checkoutPage({ ...view, errors: ofBuyer }, 422);
  keepBuyer(world, customer, buyer, draft);
  const outcome = submitCard(world, open, checked.card, checked.face);
  if (outcome === 'paid') return seeOther(successUrl(session));
  if (outcome === 'confirm') return seeOther(`/checkout/${session.id}/confirm`);
  const errors = { number: 'Nehmen Sie eine andere Karte.' };
  return checkoutPage({ ...view, errors, failure: lastFailure(world, draft) }, 402);
}

function handleConfirmation(world: World, open: OpenSession, request: PageRequest): PageAnswer {
  const { session } = open;
  const back = `/checkout/${session.id}`;
  if (!open.draft.awaitingConfirmation) return seeOther(back);
  const decision = decisionOf(request.method, request.body);
  if (!decision) return paymentQuestion(total(session), `${back}/confirm`, { formTargets: returnOrigins(session) });
  answerConfirmation(world, open, decision === 'accept');
  return seeOther(decision === 'accept' ? successUrl(session) : back);
}

/** Where the customer goes after paying, with the session's id in its place. */
function successUrl(session: WireSession): string {
  return (session.success_url ?? '/').replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, session.id);
}

/** Where the form may lead after its redirect. */
const returnOrigins = ({ success_url: url }: WireSession): string[] => (url ? [new URL(url).origin] : []);

const total = (session: WireSession): string => money(session.amount_total ?? 0, session.currency ?? 'chf');

function checkoutPage({ session, draft, values, buyer, errors, failure }: CheckoutView, status = 200): PageAnswer {
  const headline = draft.lines[0]?.description ?? 'Bestellung';
  const recurs = session.mode === 'subscription';
  const main = html`<main class="checkout"><section aria-labelledby="order">
<h1 id="order">${headline}</h1>
<p class="amount">${total(session)} ${recurs && html`<span>pro Monat</span>`}</p>
<dl class="lines">
${draft.lines.map((line) => html`<div><dt>${line.description}</dt><dd>${money(line.amount_total, line.currency)}</dd></div>`)}
<div class="total"><dt>Heute zu bezahlen</dt><dd>${total(session)}</dd></div>
${draft.taxRates?.map(({ display_name: name, percentage }) => html`<div><dt>Darin ${percentage} % ${name}</dt><dd>${money(session.total_details?.amount_tax ?? 0, session.currency ?? 'chf')}</dd></div>`)}
</dl>
<p class="quiet after">${recurs ? `Danach ${total(session)} jeden Monat, bis Sie kündigen.` : 'Einmalige Zahlung.'}</p>
</section>
${form(session, draft, { values, buyer, errors, failure })}</main>`;
  return hostedPage(headline, main, { status, formTargets: returnOrigins(session) });
}

function form(
  session: WireSession,
  draft: SessionDraft,
  { values, buyer, errors, failure }: Pick<CheckoutView, 'values' | 'buyer' | 'errors' | 'failure'>,
): Markup {
  return html`<form class="form" method="post" action="/checkout/${session.id}" novalidate>
<h2>Zahlung</h2>
${failureNotice(failure, errors)}
${buyerFields(buyer, errors, draft)}
${cardFields(values, errors)}
<div class="acts">
<button class="button main" type="submit">${total(session)} bezahlen</button>
${session.cancel_url && html`<a class="button" href="${session.cancel_url}">Abbrechen</a>`}
</div>
${testCardList('number' in errors)}
</form>`;
}

const paidPage = (returnUrl: string): PageAnswer =>
  plainPage(
    'Bereits bezahlt',
    html`<p>Diese Bestellung ist bezahlt. Es ist nichts weiter zu tun.</p><p><a class="button main" href="${returnUrl}">Weiter zu Bildnis</a></p>`,
  );

const expiredPage = ({ cancel_url: url }: WireSession): PageAnswer =>
  plainPage(
    'Diese Kasse ist abgelaufen',
    html`<p>Es wurde nichts belastet. Starten Sie die Bestellung bei Bildnis noch einmal.</p>
${url && html`<p><a class="button main" href="${url}">Zurück zu Bildnis</a></p>`}`,
    { status: 410 },
  );
