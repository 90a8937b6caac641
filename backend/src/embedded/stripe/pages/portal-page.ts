import { pageAnswer } from '../../pages/frame.js';
import type { PageAnswer } from '../../pages/loopback-server.js';
import { html, type Markup } from '../../pages/markup.js';
import { cardOf, itemName } from '../billing/bill-subscription.js';
import type { PaymentFailure } from '../billing/charge-card.js';
import { paidUntil } from '../billing/end-subscription.js';
import type { WireCustomer, WireInvoice, WirePaymentMethod, WirePortalSession, WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { cardFields, failureNotice, testCardList, type CardErrors, type CardValues } from './card-form.js';
import { stylesPath } from './checkout-page.js';
import { dateText, money, rhythmText } from './money.js';

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
  const running = [...world.state.subscriptions.values()].filter((one) => one.customer === customer.id && one.status !== 'canceled');
  const invoices = [...world.state.invoices.values()].filter((one) => one.customer === customer.id).reverse();
  const card = running[0] ? cardOf(world, running[0]) : defaultCard(world, customer);
  const body = html`<main class="narrow">
<h1>Abo und Zahlungen</h1>
${session.return_url && html`<p><a href="${session.return_url}">Zurück zu Bildnis</a></p>`}
<h2>Abo</h2>
${running.length === 0 ? html`<p>Sie haben kein laufendes Abo.</p>` : running.map((one) => subscriptionPart(world, session, one))}
<h2>Karte</h2>
<p>${card?.card ? `Karte ${card.card.brand} mit der Endung ${card.card.last4}` : 'Es ist keine Karte hinterlegt.'}</p>
${cardForm(view)}
<h2>Rechnungen</h2>
${invoices.length === 0 ? html`<p>Es gibt noch keine Rechnungen.</p>` : html`<dl class="lines">${invoices.map(invoicePart)}</dl>`}
<p class="quiet">Testkasse: es wird nichts belastet.</p>
</main>`;
  return pageAnswer({ title: 'Abo und Zahlungen – Testkasse', mark: 'Bildnis', aside: 'Testkasse', styles: stylesPath, body }, { status: view.status ?? 200 });
}

function defaultCard(world: World, customer: WireCustomer): WirePaymentMethod | undefined {
  const id = customer.invoice_settings.default_payment_method;
  return typeof id === 'string' ? world.state.paymentMethods.get(id) : undefined;
}

function subscriptionPart(world: World, session: WirePortalSession, subscription: WireSubscription): Markup {
  const end = dateText(paidUntil(subscription));
  const ends = subscription.cancel_at_period_end;
  const items = subscription.items.data.map(({ price }) => {
    const rhythm = price.recurring ? ` ${rhythmText(price.recurring)}` : '';
    return html`<p><strong>${itemName(world, price)}</strong> ${money(price.unit_amount ?? 0, price.currency)}${rhythm}</p>`;
  });
  return html`${items}
${subscription.status !== 'active' && html`<p class="wrong">Eine Zahlung ist offen. Bezahlen Sie die Rechnung unten.</p>`}
<p class="quiet">${ends ? `Läuft am ${end} aus.` : `Nächste Zahlung am ${end}.`}</p>
<form class="row" method="post" action="/portal/${session.id}/subscription">
<input type="hidden" name="subscription" value="${subscription.id}">
<button class="button" name="wish" value="${ends ? 'resume' : 'cancel'}">${ends ? 'Kündigung zurücknehmen' : `Auf den ${end} kündigen`}</button>
</form>`;
}

function cardForm({ session, values, errors, failure }: PortalView): Markup {
  return html`<form class="form" method="post" action="/portal/${session.id}/card" novalidate>
${failureNotice(failure, Object.keys(errors).length > 0)}
${cardFields(values, errors)}
<button class="button main" type="submit">Karte speichern</button>
${testCardList()}
</form>`;
}

const stateNames: Record<string, string> = { open: 'offen', paid: 'bezahlt', void: 'storniert', uncollectible: 'uneinbringlich', draft: 'Entwurf' };

function invoicePart(invoice: WireInvoice): Markup {
  return html`<div><dt><a href="/invoices/${invoice.id}">${dateText(invoice.created)}</a> · ${stateNames[invoice.status ?? ''] ?? invoice.status}</dt>
<dd>${money(invoice.total, invoice.currency)} · <a href="/invoices/${invoice.id}/pdf">PDF</a></dd></div>`;
}
