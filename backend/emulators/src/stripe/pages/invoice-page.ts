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
import { invoicePdf } from './invoice-pdf.js';
import { dateText, money } from './money.js';
import { bankPage, paymentQuestion, plainPage } from './other-pages.js';
import { shopAddress } from './shop-address.js';

/** The hosted page of an invoice: what it bills, and, while it is open, how to pay it. `part` is what follows its id in the path. */
export function handleInvoice(
  world: World,
  invoice: WireInvoice,
  part: string | undefined,
  request: PageRequest,
): PageAnswer {
  if (part === '/pdf') return invoicePdf(invoice);
  if (part === '/confirm') return handleConfirmation(world, invoice, request);
  if (invoice.status !== 'open')
    return request.method === 'POST' ? seeOther(`/invoices/${invoice.id}`) : invoicePage(world, invoice, null);
  const failure = failureOf(paymentOf(world, invoice));
  if (request.method !== 'POST')
    return invoicePage(world, invoice, {
      values: firstCard(world.now()),
      errors: {},
      failure,
      asks: asksBank(world, invoice),
    });
  const typed = readCard(new URLSearchParams(request.body));
  const checked = checkCard(typed, world.now());
  const values = { ...typed, number: '' };
  if ('errors' in checked)
    return invoicePage(world, invoice, { values, errors: checked.errors, failure: null, asks: false }, 422);
  switch (payWithCard(world, invoice, checked.card, checked.face)) {
    case 'paid':
      return seeOther(`/invoices/${invoice.id}`);
    case 'confirm':
      return seeOther(`/invoices/${invoice.id}/confirm`);
    default: {
      const errors = { number: 'Nehmen Sie eine andere Karte.' };
      return invoicePage(
        world,
        invoice,
        { values, errors, failure: failureOf(paymentOf(world, invoice)), asks: false },
        402,
      );
    }
  }
}

function asksBank(world: World, invoice: WireInvoice): boolean {
  return paymentOf(world, invoice)?.status === 'requires_action';
}

function handleConfirmation(world: World, invoice: WireInvoice, request: PageRequest): PageAnswer {
  const back = `/invoices/${invoice.id}`;
  if (invoice.status !== 'open' || !asksBank(world, invoice)) return seeOther(back);
  const decision = request.method === 'POST' ? new URLSearchParams(request.body).get('decision') : null;
  if (decision !== 'accept' && decision !== 'refuse')
    return bankPage(paymentQuestion(money(invoice.amount_due, invoice.currency)), `${back}/confirm`);
  answerInvoiceConfirmation(world, invoice, decision === 'accept');
  return seeOther(back);
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
  const refunded = refundedOf(world, invoice);
  return plainPage(
    `Rechnung ${invoice.number ?? ''}`,
    html`<p class="quiet facts"><span>${dateText(invoice.created)}</span>${invoice.customer_email && html`<span>${invoice.customer_email}</span>`}</p>
<dl class="lines">
${invoice.lines.data.map((line) => html`<div><dt>${line.description}</dt><dd>${money(line.amount, line.currency)}</dd></div>`)}
<div class="total"><dt>Total</dt><dd>${money(invoice.total, invoice.currency)}</dd></div>
${invoice.amount_due !== invoice.total && html`<div class="total"><dt>Zu bezahlen</dt><dd>${money(invoice.amount_due, invoice.currency)}</dd></div>`}
${refunded > 0 && html`<div><dt>Davon zurückerstattet</dt><dd>${money(refunded, invoice.currency)}</dd></div>`}
</dl>
${stateText(invoice)}
${open && payForm(invoice, open)}
<p class="row"><a class="button" href="/invoices/${invoice.id}/pdf">PDF herunterladen</a></p>`,
    { status, before: shop !== null && html`<p class="back"><a href="${shop}">Zurück zu Bildnis</a></p>` },
  );
}

function refundedOf(world: World, invoice: WireInvoice): number {
  const charge = paymentOf(world, invoice)?.latest_charge;
  return typeof charge === 'string' ? (world.state.charges.get(charge)?.amount_refunded ?? 0) : 0;
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
${failureNotice(asks ? null : failure, Object.keys(errors).length > 0)}
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
