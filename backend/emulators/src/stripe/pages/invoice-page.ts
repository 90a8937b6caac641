import { seeOther } from '../../pages/frame.js';
import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import { html, type Markup } from '../../pages/markup.js';
import { failureOf, type PaymentFailure } from '../billing/charge-card.js';
import { paymentOf } from '../billing/collect-invoice.js';
import { answerInvoiceConfirmation, payWithCard } from '../billing/pay-invoice.js';
import type { WireInvoice } from '../objects/wire.js';
import type { World } from '../state/world.js';
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
import { decisionOf, paymentQuestion, plainPage } from './hosted-page.js';
import { invoicePdf } from './invoice-pdf.js';
import { dateText, money } from './money.js';

/** The hosted page of an invoice: what it bills, and, while it is open, how to pay it. `part` is what follows its id in the path. */
export function handleInvoice(world: World, invoice: WireInvoice, part: string, request: PageRequest): PageAnswer {
  if (part === 'pdf') return invoicePdf(invoice);
  const own = `/invoices/${invoice.id}`;
  const asks = invoice.status === 'open' && paymentOf(world, invoice)?.status === 'requires_action';
  if (part === 'confirm') {
    const decision = decisionOf(request.method, request.body);
    if (asks && !decision) return paymentQuestion(money(invoice.amount_due, invoice.currency), `${own}/confirm`);
    if (asks) answerInvoiceConfirmation(world, invoice, decision === 'accept');
    return seeOther(own);
  }
  if (invoice.status !== 'open') return request.method === 'POST' ? seeOther(own) : invoicePage(world, invoice, null);
  const failure = () => failureOf(paymentOf(world, invoice));
  if (request.method !== 'POST')
    return invoicePage(world, invoice, { values: firstCard(world.now()), errors: {}, failure: failure(), asks });
  const typed = readCard(request.body);
  const checked = checkCard(typed, world.now());
  const view = { values: { ...typed, number: '' }, failure: null, asks: false };
  if ('errors' in checked) return invoicePage(world, invoice, { ...view, errors: checked.errors }, 422);
  const verdict = payWithCard(world, invoice, checked.card, checked.face);
  if (verdict === 'paid') return seeOther(own);
  if (verdict === 'confirm') return seeOther(`${own}/confirm`);
  const errors = { number: 'Nehmen Sie eine andere Karte.' };
  return invoicePage(world, invoice, { ...view, errors, failure: failure() }, 402);
}

interface OpenView {
  values: CardValues;
  errors: CardErrors;
  failure: PaymentFailure | null;
  /** Whether the bank waits for the customer's answer. */
  asks: boolean;
}

function invoicePage(world: World, invoice: WireInvoice, open: OpenView | null, status = 200): PageAnswer {
  const shop = shopAddress(world, invoice.customer);
  return plainPage(
    `Rechnung ${invoice.number ?? ''}`,
    html`<p class="quiet">${dateText(invoice.created)}</p>
<dl class="lines">
${invoice.lines.data.map((line) => html`<div><dt>${line.description}</dt><dd>${money(line.amount, line.currency)}</dd></div>`)}
<div class="total"><dt>Total</dt><dd>${money(invoice.total, invoice.currency)}</dd></div>
${(invoice.total_taxes ?? []).map(({ amount }) => html`<div><dt>Darin MWST</dt><dd>${money(amount, invoice.currency)}</dd></div>`)}
${invoice.amount_due !== invoice.total && html`<div class="total"><dt>Zu bezahlen</dt><dd>${money(invoice.amount_due, invoice.currency)}</dd></div>`}
</dl>
${stateText(invoice)}
${open && payForm(invoice, open)}
<p class="row"><a class="button" href="/invoices/${invoice.id}/pdf">PDF herunterladen</a></p>`,
    { status, before: shop !== null && html`<p class="back"><a href="${shop}">Zurück zu Bildnis</a></p>` },
  );
}

/** Where a customer came from: the page the newest portal leads back to, else the shop of the newest checkout. */
function shopAddress({ state }: World, customer: WireInvoice['customer']): string | null {
  const portal = [...state.portalSessions.values()].findLast((one) => one.customer === customer && one.return_url);
  if (portal) return portal.return_url;
  const checkout = [...state.sessions.values()].findLast((one) => one.customer === customer);
  return checkout?.success_url ? new URL('/', checkout.success_url).href : null;
}

function stateText(invoice: WireInvoice): Markup {
  const paidAt = invoice.status_transitions.paid_at;
  if (paidAt) return html`<p class="state good">Bezahlt am ${dateText(paidAt)}</p>`;
  if (invoice.status === 'void') return html`<p class="state">Storniert. Es ist nichts zu bezahlen.</p>`;
  return html`<p class="state wrong">Noch nicht bezahlt</p>`;
}

function payForm(invoice: WireInvoice, { values, errors, failure, asks }: OpenView): Markup {
  const amount = money(invoice.amount_due, invoice.currency);
  const form = html`<form class="form" method="post" action="/invoices/${invoice.id}" novalidate>
${failureNotice(asks ? null : failure, errors)}
${cardFields(values, errors)}
<button class="button${!asks && html` main`}" type="submit">${amount} bezahlen</button>
${testCardList('number' in errors)}
</form>`;
  if (!asks) return html`<section class="part" aria-labelledby="pay"><h2 id="pay">Zahlung</h2>${form}</section>`;
  return html`<section class="part" aria-labelledby="pay"><h2 id="pay">Zahlung</h2>
<div class="notice" role="alert"><strong>Ihre Bank möchte die Zahlung bestätigt haben.</strong>Bestätigen Sie die Zahlung oder nehmen Sie eine andere Karte.</div>
<a class="button main" href="/invoices/${invoice.id}/confirm">Zahlung bestätigen</a>
<details class="other"><summary>Andere Karte nehmen</summary>${form}</details></section>`;
}
