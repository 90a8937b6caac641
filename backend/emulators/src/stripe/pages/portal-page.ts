import type { PageAnswer } from '../../pages/loopback-server.js';
import { html, type Markup } from '../../pages/markup.js';
import { cardOf, invoicesOf, itemName } from '../billing/bill-subscription.js';
import type { PaymentFailure } from '../billing/charge-card.js';
import { paidUntil } from '../billing/end-subscription.js';
import type {
  WireCustomer,
  WireInvoice,
  WirePaymentMethod,
  WirePortalConfiguration,
  WirePortalSession,
  WireSubscription,
} from '../objects/wire.js';
import { find } from '../api/answers.js';
import type { World } from '../state/world.js';
import { cardFields, failureNotice, testCardList, type CardErrors, type CardValues } from './card-form.js';
import { hostedPage } from './hosted-page.js';
import { dateText, money } from './money.js';

export interface PortalView {
  session: WirePortalSession;
  customer: WireCustomer;
  values: CardValues;
  errors: CardErrors;
  failure: PaymentFailure | null;
  status?: number;
}

/** What the customer may see and change: subscription, card, invoices. */
export function portalPage(world: World, view: PortalView): PageAnswer {
  const { session, customer } = view;
  const running = [...world.state.subscriptions.values()].filter(
    (one) => one.customer === customer.id && one.status !== 'canceled',
  );
  const invoices = [...world.state.invoices.values()].filter((one) => one.customer === customer.id).reverse();
  const features = portalFeatures(world, session);
  const card = running[0] ? cardOf(world, running[0]) : defaultCard(world, customer);
  const main = html`<main class="narrow">
${session.return_url && html`<p class="back"><a href="${session.return_url}">Zurück zu Bildnis</a></p>`}
<h1>Abo und Zahlungen</h1>
<section class="part" aria-labelledby="plan"><h2 id="plan">Abo</h2>
${running.length === 0 ? html`<p>Sie haben kein laufendes Abo.</p>` : running.map((one) => subscriptionPart(world, session, one, features.subscription_cancel.enabled))}
</section>
<section class="part" aria-labelledby="card"><h2 id="card">Karte</h2>
<p>${card?.card ? cardText(card.card) : 'Es ist keine Karte hinterlegt.'}</p>
${features.payment_method_update.enabled && cardForm(view, card !== undefined)}
</section>
${features.invoice_history.enabled && invoicesPart(invoices)}
</main>`;
  return hostedPage('Abo und Zahlungen', main, { status: view.status ?? 200 });
}

/** What the customer may do here. */
export function portalFeatures(
  world: World,
  { configuration }: WirePortalSession,
): WirePortalConfiguration['features'] {
  return find(world, 'portalConfigurations', configuration).features;
}

const invoicesPart = (
  invoices: WireInvoice[],
): Markup => html`<section class="part" aria-labelledby="bills"><h2 id="bills">Rechnungen</h2>
${invoices.length === 0 ? html`<p>Es gibt noch keine Rechnungen.</p>` : html`<dl class="lines bills">${invoices.map(invoicePart)}</dl>`}
</section>`;

const brandNames: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard' };

function cardText(card: NonNullable<WirePaymentMethod['card']>): string {
  const until = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`;
  return `${brandNames[card.brand] ?? card.brand} mit der Endung ${card.last4}, gültig bis ${until}`;
}

function defaultCard(world: World, customer: WireCustomer): WirePaymentMethod | undefined {
  const id = customer.invoice_settings.default_payment_method;
  return typeof id === 'string' ? world.state.paymentMethods.get(id) : undefined;
}

function subscriptionPart(
  world: World,
  session: WirePortalSession,
  subscription: WireSubscription,
  canEnd: boolean,
): Markup {
  const end = dateText(paidUntil(subscription));
  const ends = subscription.cancel_at_period_end;
  const items = subscription.items.data.map(
    ({ price }) =>
      html`<p class="plan"><strong>${itemName(world, price)}</strong> ${money(price.unit_amount ?? 0, price.currency)} pro Monat</p>`,
  );
  const due = invoicesOf(world, subscription).find((one) => one.status === 'open');
  return html`${items}
${due && html`<div class="notice"><strong>Eine Zahlung ist offen.</strong>${dueText(world, subscription)}</div><a class="button main" href="/invoices/${due.id}">${money(due.amount_due, due.currency)} bezahlen</a>`}
${subscription.status === 'active' && html`<p class="quiet">${ends ? `Läuft am ${end} aus.` : `Nächste Zahlung am ${end}.`}</p>`}
${canEnd && endForm(session, subscription)}`;
}

function endForm(session: WirePortalSession, subscription: WireSubscription): Markup {
  const ends = subscription.cancel_at_period_end;
  const end = dateText(paidUntil(subscription));
  return html`<form class="row" method="post" action="/portal/${session.id}/subscription">
<input type="hidden" name="subscription" value="${subscription.id}">
<button class="button" name="wish" value="${ends ? 'resume' : 'cancel'}">${ends ? 'Kündigung zurücknehmen' : `Auf den ${end} kündigen`}</button>
</form>`;
}

/** What the open payment brings about. */
function dueText(world: World, subscription: WireSubscription): string {
  const next = subscription.pending_update?.subscription_items?.[0]?.price;
  return next
    ? `Mit der Zahlung gilt der Wechsel zu ${itemName(world, next)}.`
    : 'Mit der Zahlung läuft das Abo weiter.';
}

/** Folded away while there is a card and nothing to correct. */
function cardForm({ session, values, errors, failure }: PortalView, hasCard: boolean): Markup {
  const wrong = failure !== null || Object.keys(errors).length > 0;
  return html`<details class="other"${(wrong || !hasCard) && html` open`}>
<summary>${hasCard ? 'Andere Karte hinterlegen' : 'Karte hinterlegen'}</summary>
<form class="form" method="post" action="/portal/${session.id}/card" novalidate>
${failureNotice(failure, errors)}
${cardFields(values, errors)}
<button class="button main" type="submit">Karte speichern</button>
${testCardList('number' in errors)}
</form>
</details>`;
}

const stateNames: Record<string, string> = {
  open: 'offen',
  paid: 'bezahlt',
  void: 'storniert',
};

function invoicePart(invoice: WireInvoice): Markup {
  const date = dateText(invoice.created);
  return html`<div><dt><a href="/invoices/${invoice.id}">${date}</a><span class="quiet">${stateNames[invoice.status ?? ''] ?? invoice.status}</span></dt>
<dd>${money(invoice.total, invoice.currency)}<a href="/invoices/${invoice.id}/pdf" aria-label="PDF der Rechnung vom ${date}">PDF</a></dd></div>`;
}
