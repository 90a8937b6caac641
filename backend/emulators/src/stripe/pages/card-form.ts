import { html, type Markup } from '../../pages/markup.js';
import { findTestCard, testCards, type TestCard } from '../billing/cards.js';
import type { PaymentFailure } from '../billing/charge-card.js';
import type { CardFace } from '../objects/payment.js';

/** A card as typed. */
export interface CardValues {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

export type CardErrors = { [K in keyof CardValues]?: string };

/** The test card that works, ready to pay with. `now` in Unix seconds. */
export function firstCard(now: number): CardValues {
  const year = new Date(now * 1000).getUTCFullYear() + 3;
  return { number: '4242 4242 4242 4242', expiry: `12 / ${String(year).slice(-2)}`, cvc: '123', name: 'Test Person' };
}

/** Reads the card of a posted form; missing fields are empty. */
export function readCard(body: string): CardValues {
  const form = new URLSearchParams(body);
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 200);
  return { number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name') };
}

/** Checks a card; there is a sentence for each field that is wrong. `now` in Unix seconds. */
export function checkCard(
  values: CardValues,
  now: number,
): { errors: CardErrors } | { card: TestCard; face: CardFace } {
  const errors: CardErrors = {};
  const card = findTestCard(values.number.replace(/[\s-]/g, ''));
  if (!values.number) errors.number = 'Geben Sie eine Kartennummer ein.';
  else if (!card) errors.number = 'Das ist keine Testkarte. Die Nummern stehen unter dem Formular.';
  const expiry = readExpiry(values.expiry);
  if (!expiry) errors.expiry = 'Geben Sie Monat und Jahr ein, zum Beispiel 12 / 29.';
  else if (isPast(expiry, now)) errors.expiry = 'Diese Karte ist abgelaufen.';
  if (!/^\d{3,4}$/.test(values.cvc)) errors.cvc = 'Geben Sie drei Ziffern ein.';
  if (!values.name) errors.name = 'Geben Sie den Namen auf der Karte ein.';
  if (Object.keys(errors).length > 0 || !card || !expiry) return { errors };
  return {
    card,
    face: {
      brand: card.brand,
      last4: card.number.slice(-4),
      expMonth: expiry.month,
      expYear: expiry.year,
      holder: values.name,
    },
  };
}

function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text);
  if (!match) return null;
  const month = Number(match[1]);
  const year = Number(match[2]) + (match[2]?.length === 2 ? 2000 : 0);
  return month >= 1 && month <= 12 ? { month, year } : null;
}

/** A card is good to the end of its month. */
function isPast(expiry: { month: number; year: number }, now: number): boolean {
  return Date.UTC(expiry.year, expiry.month, 1) <= now * 1000;
}

const failureTexts: Record<PaymentFailure, string> = {
  generic_decline: 'Ihre Karte wurde abgelehnt.',
  insufficient_funds: 'Das Guthaben auf Ihrer Karte reicht nicht.',
  confirmation_refused: 'Die Zahlung wurde nicht bestätigt.',
};

/** What stands above a form that did not pay. */
export function failureNotice(failure: PaymentFailure | null, errors: CardErrors): Markup | false {
  if (failure)
    return html`<div class="notice" role="alert"><strong>${failureTexts[failure]}</strong>Es wurde nichts belastet. Versuchen Sie es mit einer anderen Karte.</div>`;
  return (
    Object.keys(errors).length > 0 &&
    html`<div class="notice" role="alert"><strong>Bitte prüfen Sie die markierten Angaben.</strong></div>`
  );
}

/** The fields for a card. */
export function cardFields(values: CardValues, errors: CardErrors): Markup {
  return html`${input({ name: 'number', label: 'Kartennummer', value: values.number, error: errors.number, mode: 'numeric', fill: 'cc-number' })}
<div class="pair">
${input({ name: 'expiry', label: 'Gültig bis', value: values.expiry, error: errors.expiry, mode: 'numeric', fill: 'cc-exp', hint: 'MM / JJ' })}
${input({ name: 'cvc', label: 'Prüfziffer (CVC)', value: values.cvc, error: errors.cvc, mode: 'numeric', fill: 'cc-csc' })}
</div>
${input({ name: 'name', label: 'Name auf der Karte', value: values.name, error: errors.name, fill: 'cc-name' })}`;
}

interface InputParts {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  fill: string;
  mode?: 'numeric';
  hint?: string;
  /** Unless said otherwise it is. */
  required?: boolean;
}

/** One labelled field, with its error beneath. */
export function input(parts: InputParts): Markup {
  const { name, error } = parts;
  return html`<div class="field">
<label for="${name}">${parts.label}</label>
<input id="${name}" name="${name}" value="${parts.value}" autocomplete="${parts.fill}"${parts.required !== false && html` required`}${
    parts.mode && html` inputmode="${parts.mode}"`
  }${parts.hint && html` placeholder="${parts.hint}"`}${error && html` aria-invalid="true" aria-describedby="${name}-error"`}>
${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
</div>`;
}

/** The numbers that do something, unfolded where the typed one does nothing. */
export function testCardList(unfolded: boolean): Markup {
  return html`<details class="cards"${unfolded && html` open`}>
<summary>Testkarten und was sie bewirken</summary>
<ul>
${testCards.map((card) => html`<li>${card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}<span>${card.about}</span></li>`)}
</ul>
</details>`;
}
