import type { PageAnswer } from '../../pages/loopback-server.js';
import type { WireInvoice, WireSession } from '../objects/wire.js';
import { returnOrigins, stylesPath } from './checkout-page.js';
import { pageAnswer, type PagePolicy } from '../../pages/frame.js';
import { html, type Markup } from '../../pages/markup.js';
import { dateText, money } from './money.js';

function plainPage(title: string, content: Markup, policy: PagePolicy = {}): PageAnswer {
  return pageAnswer(
    {
      title: `${title} – Testkasse`,
      mark: 'Bildnis',
      aside: 'Testkasse',
      styles: stylesPath,
      body: html`<main class="narrow"><h1>${title}</h1>${content}</main>`,
    },
    policy,
  );
}

/** The bank's question before a card that asks for 3-D Secure pays. */
export function confirmationPage(session: WireSession): PageAnswer {
  const amount = money(session.amount_total ?? 0, session.currency ?? 'chf');
  return plainPage(
    'Zahlung bestätigen',
    html`<p>Ihre Bank möchte wissen, ob Sie diese Zahlung ausgelöst haben: <strong>${amount}</strong> an Bildnis.</p>
<form class="row" method="post" action="/checkout/${session.id}/confirm">
<button class="button main" name="decision" value="accept">Bestätigen</button>
<button class="button" name="decision" value="refuse">Ablehnen</button>
</form>
<p class="quiet">Testkasse: es wird nichts belastet. Hier steht sonst die 3-D-Secure-Seite Ihrer Bank.</p>`,
    { formTargets: returnOrigins(session) },
  );
}

/** What an already paid session shows. */
export function paidPage(returnUrl: string): PageAnswer {
  return plainPage(
    'Bereits bezahlt',
    html`<p>Diese Bestellung ist bezahlt. Es ist nichts weiter zu tun.</p><p><a class="button main" href="${returnUrl}">Weiter zu Bildnis</a></p>`,
  );
}

/** What an expired session shows; there is nothing to pay any more. */
export function expiredPage(session: WireSession): PageAnswer {
  return plainPage(
    'Diese Kasse ist abgelaufen',
    html`<p>Es wurde nichts belastet. Starten Sie die Bestellung bei Bildnis noch einmal.</p>
${session.cancel_url && html`<p><a class="button main" href="${session.cancel_url}">Zurück zu Bildnis</a></p>`}`,
    { status: 410 },
  );
}

/** For addresses that lead to nothing. */
export function missingPage(): PageAnswer {
  return plainPage('Hier ist nichts', html`<p>Prüfen Sie die Adresse, oder starten Sie die Bestellung bei Bildnis noch einmal.</p>`, { status: 404 });
}

/** An invoice as its customer sees it. */
export function invoicePage(invoice: WireInvoice): PageAnswer {
  const paidAt = invoice.status_transitions.paid_at;
  return plainPage(
    `Rechnung ${invoice.number ?? ''}`,
    html`<p class="quiet">${dateText(invoice.created)}${invoice.customer_email && html` · ${invoice.customer_email}`}</p>
<dl class="lines">
${invoice.lines.data.map((line) => html`<div><dt>${line.description}</dt><dd>${money(line.amount, line.currency)}</dd></div>`)}
<div class="total"><dt>Total</dt><dd>${money(invoice.total, invoice.currency)}</dd></div>
</dl>
<p class="${paidAt ? 'good' : 'wrong'}">${paidAt ? `Bezahlt am ${dateText(paidAt)}` : 'Noch nicht bezahlt'}</p>
<p class="quiet">Aus der Testkasse: es wurde nichts belastet.</p>`,
  );
}
