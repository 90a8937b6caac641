import { pageAnswer, type PagePolicy } from '../../pages/frame.js';
import type { PageAnswer } from '../../pages/loopback-server.js';
import { html, type Markup } from '../../pages/markup.js';

/** Path of the pages' style sheet. */
export const stylesPath = '/checkout.css';

/** A hosted page. The note at its top lets nobody take it for a real till. */
export function hostedPage(title: string, main: Markup, policy: PagePolicy = {}): PageAnswer {
  const body = html`<p class="test" role="note"><strong>Testumgebung ohne echtes Geld.</strong> Es wird nichts belastet. Geben Sie keine echte Karte ein.</p>
${main}`;
  return pageAnswer(
    { title: `${title} – Testkasse`, mark: 'Bildnis', aside: 'Testkasse', styles: stylesPath, body },
    policy,
  );
}

/** A page with a title and little else; `before` stands above the title. */
export function plainPage(
  title: string,
  content: Markup,
  policy: PagePolicy & { before?: Markup | false } = {},
): PageAnswer {
  return hostedPage(title, html`<main class="narrow">${policy.before}<h1>${title}</h1>${content}</main>`, policy);
}

/** A question of the customer's bank (3-D Secure); the answer goes to `action`. */
export function bankPage(title: string, question: Markup, action: string, policy: PagePolicy = {}): PageAnswer {
  return plainPage(
    title,
    html`<p>Ihre Bank möchte wissen, ob Sie ${question}</p>
<form class="row" method="post" action="${action}">
<button class="button main" name="decision" value="accept">Bestätigen</button>
<button class="button" name="decision" value="refuse">Ablehnen</button>
</form>
<p class="quiet">Hier steht sonst die 3-D-Secure-Seite Ihrer Bank.</p>`,
    policy,
  );
}

/** The bank's question whether the customer meant to pay `amount`. */
export const paymentQuestion = (amount: string, action: string, policy: PagePolicy = {}): PageAnswer =>
  bankPage(
    'Zahlung bestätigen',
    html`diese Zahlung ausgelöst haben: <strong>${amount}</strong> an Bildnis.`,
    action,
    policy,
  );

/** The customer's answer to the bank; null while there is none. */
export function decisionOf(method: string, body: string): 'accept' | 'refuse' | null {
  const decision = method === 'POST' ? new URLSearchParams(body).get('decision') : null;
  return decision === 'accept' || decision === 'refuse' ? decision : null;
}

/** For addresses that lead to nothing. */
export const missingPage = (): PageAnswer =>
  plainPage(
    'Hier ist nichts',
    html`<p>Prüfen Sie die Adresse, oder starten Sie die Bestellung bei Bildnis noch einmal.</p>`,
    { status: 404 },
  );
