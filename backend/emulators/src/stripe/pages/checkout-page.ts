import type { PageAnswer } from '../../pages/loopback-server.js';
import type { WireSession } from '../objects/wire.js';
import type { SessionDraft } from '../state/store.js';
import type { PaymentFailure } from '../billing/charge-card.js';
import { cardFields, failureNotice, input, testCardList } from './card-form.js';
import { asksEmail, asksTerms, type CheckoutErrors, type CheckoutValues } from './checkout-form.js';
import { pageAnswer } from '../../pages/frame.js';
import { html, type Markup } from '../../pages/markup.js';
import { money, recurrenceText, rhythmText } from './money.js';
import { testNote } from './test-note.js';

export interface CheckoutView {
  session: WireSession;
  draft: SessionDraft;
  values: CheckoutValues;
  errors: CheckoutErrors;
  /** Why the last attempt failed, for the notice above the form. */
  failure: PaymentFailure | null;
  status?: number;
}

/** Path of the pages' style sheet. */
export const stylesPath = '/checkout.css';

/** The page on which a session is paid. */
export function checkoutPage(view: CheckoutView): PageAnswer {
  const { session } = view;
  return pageAnswer(
    {
      title: `${headline(view)} – Testkasse`,
      mark: 'Bildnis',
      aside: 'Testkasse',
      styles: stylesPath,
      body: html`${testNote}<main class="checkout">${summary(view)}${form(view)}</main>`,
    },
    { status: view.status ?? 200, formTargets: returnOrigins(session) },
  );
}

/** Where the form may lead after its redirect. */
export function returnOrigins(session: WireSession): string[] {
  return session.success_url ? [new URL(session.success_url).origin] : [];
}

function headline({ draft }: CheckoutView): string {
  return draft.lines.find((line) => line.price?.recurring)?.description ?? draft.lines[0]?.description ?? 'Bestellung';
}

function total(session: WireSession): string {
  return money(session.amount_total ?? 0, session.currency ?? 'chf');
}

function summary(view: CheckoutView): Markup {
  const { session, draft } = view;
  const recurring = draft.lines.find((line) => line.price?.recurring)?.price?.recurring;
  const monthly = draft.lines.reduce((sum, line) => sum + (line.price?.recurring ? line.amount_total : 0), 0);
  return html`<section aria-labelledby="order">
<h1 id="order">${headline(view)}</h1>
<p class="amount">${total(session)} ${recurring && monthly === session.amount_total && html`<span>${rhythmText(recurring)}</span>`}</p>
<dl class="lines">
${draft.lines.map(
  (line) =>
    html`<div><dt>${line.description}${(line.quantity ?? 1) > 1 && html` × ${line.quantity}`}</dt><dd>${money(line.amount_total, line.currency)}</dd></div>`,
)}
<div class="total"><dt>Heute zu bezahlen</dt><dd>${total(session)}</dd></div>
</dl>
<p class="quiet after">${
    recurring
      ? html`Danach ${money(monthly, session.currency ?? 'chf')} ${recurrenceText(recurring)}, bis Sie kündigen.`
      : 'Einmalige Zahlung.'
  }</p>
${session.customer_email && html`<p class="quiet">Für ${session.customer_email}</p>`}
</section>`;
}

function form(view: CheckoutView): Markup {
  const { session, values, errors, failure } = view;
  const hasErrors = Object.keys(errors).length > 0;
  return html`<form class="form" method="post" action="/checkout/${session.id}" novalidate>
<h2>Zahlung</h2>
${failureNotice(failure, hasErrors)}
${asksEmail(session) && input({ name: 'email', label: 'E-Mail', value: values.email, error: errors.email, type: 'email', fill: 'email' })}
${cardFields(values, errors)}
${asksTerms(session) && terms(view)}
${session.custom_text.submit && html`<p class="quiet">${session.custom_text.submit.message}</p>`}
<div class="acts">
<button class="button main" type="submit">${total(session)} bezahlen</button>
${session.cancel_url && html`<a class="button" href="${session.cancel_url}">Abbrechen</a>`}
</div>
${testCardList('number' in errors)}
</form>`;
}

function terms({ session, values, errors }: CheckoutView): Markup {
  const text =
    session.custom_text.terms_of_service_acceptance?.message ?? 'Ich stimme den Allgemeinen Geschäftsbedingungen zu.';
  return html`<div class="field">
<label class="check"><input type="checkbox" name="terms" value="accepted"${values.terms && html` checked`}${
    errors.terms && html` aria-invalid="true" aria-describedby="terms-error"`
  }><span>${text}</span></label>
${errors.terms && html`<p class="wrong" id="terms-error">${errors.terms}</p>`}
</div>`;
}
