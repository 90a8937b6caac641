import type { PageAnswer } from '../../pages/loopback-server.js';
import type { WireSession } from '../objects/wire.js';
import { returnOrigins, stylesPath } from './checkout-page.js';
import { pageAnswer, type PagePolicy } from '../../pages/frame.js';
import { html, type Markup } from '../../pages/markup.js';
import { money } from './money.js';
import { testNote } from './test-note.js';

/** A page with a title and little else; `before` stands above the title. */
export function plainPage(
  title: string,
  content: Markup,
  policy: PagePolicy & { before?: Markup | false } = {},
): PageAnswer {
  return pageAnswer(
    {
      title: `${title} – Testkasse`,
      mark: 'Bildnis',
      aside: 'Testkasse',
      styles: stylesPath,
      body: html`${testNote}<main class="narrow">${policy.before}<h1>${title}</h1>${content}</main>`,
    },
    policy,
  );
}

/** The bank's question before the card of a session that asks for 3-D Secure pays. */
export function confirmationPage(session: WireSession): PageAnswer {
  const amount = money(session.amount_total ?? 0, session.currency ?? 'chf');
  return bankPage(paymentQuestion(amount), `/checkout/${session.id}/confirm`, { formTargets: returnOrigins(session) });
}

export interface BankQuestion {
  title: string;
  text: Markup;
}

/** Whether the customer meant to pay `amount`. */
export function paymentQuestion(amount: string): BankQuestion {
  return {
    title: 'Zahlung bestätigen',
    text: html`Ihre Bank möchte wissen, ob Sie diese Zahlung ausgelöst haben: <strong>${amount}</strong> an Bildnis.`,
  };
}

/** A question of the customer's bank; the answer goes to `action`. */
export function bankPage(question: BankQuestion, action: string, policy: PagePolicy = {}): PageAnswer {
  return plainPage(
    question.title,
    html`<p>${question.text}</p>
<form class="row" method="post" action="${action}">
<button class="button main" name="decision" value="accept">Bestätigen</button>
<button class="button" name="decision" value="refuse">Ablehnen</button>
</form>
<p class="quiet">Hier steht sonst die 3-D-Secure-Seite Ihrer Bank.</p>`,
    policy,
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
  return plainPage(
    'Hier ist nichts',
    html`<p>Prüfen Sie die Adresse, oder starten Sie die Bestellung bei Bildnis noch einmal.</p>`,
    { status: 404 },
  );
}
