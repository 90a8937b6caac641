import { findTestCard, type TestCard } from '../billing/cards.js';
import type { CardFace } from '../objects/payment.js';
import type { WireSession } from '../objects/wire.js';

/** The fields of the checkout page as typed. */
export interface CheckoutValues {
  email: string;
  number: string;
  expiry: string;
  cvc: string;
  name: string;
  terms: boolean;
}

export type CheckoutErrors = Partial<Record<keyof CheckoutValues, string>>;

/** What the page shows first: the test card that works, ready to pay with. `now` in Unix seconds. */
export function firstValues(now: number): CheckoutValues {
  const year = new Date(now * 1000).getUTCFullYear() + 3;
  return { email: '', number: '4242 4242 4242 4242', expiry: `12 / ${String(year).slice(-2)}`, cvc: '123', name: 'Test Person', terms: false };
}

/** Reads a posted form; missing fields are empty. */
export function readValues(body: string): CheckoutValues {
  const form = new URLSearchParams(body);
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 200);
  return {
    email: field('email'), number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name'),
    terms: form.get('terms') === 'accepted',
  };
}

/** Whether the customer's address must be asked for. */
export function asksEmail(session: WireSession): boolean {
  return session.customer === null && session.customer_email === null;
}

/** Whether the merchant's terms must be accepted on the page. */
export function asksTerms(session: WireSession): boolean {
  return session.consent_collection?.terms_of_service === 'required';
}

export type CheckedForm = { errors: CheckoutErrors } | { card: TestCard; face: CardFace; email: string | null };

/** Checks the fields; either all is well, or there is a sentence for each field that is not. `now` in Unix seconds. */
export function checkForm(values: CheckoutValues, session: WireSession, now: number): CheckedForm {
  const errors: CheckoutErrors = {};
  const card = findTestCard(values.number.replace(/[\s-]/g, ''));
  if (!values.number) errors.number = 'Geben Sie eine Kartennummer ein.';
  else if (!card) errors.number = 'Das ist keine Testkarte. Die Nummern stehen unten auf der Seite.';
  const expiry = readExpiry(values.expiry);
  if (!expiry) errors.expiry = 'Geben Sie Monat und Jahr ein, zum Beispiel 12 / 29.';
  else if (isPast(expiry, now)) errors.expiry = 'Diese Karte ist abgelaufen.';
  if (!/^\d{3,4}$/.test(values.cvc)) errors.cvc = 'Geben Sie drei Ziffern ein.';
  if (!values.name) errors.name = 'Geben Sie den Namen auf der Karte ein.';
  if (asksEmail(session) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email)) errors.email = 'Geben Sie eine E-Mail-Adresse ein.';
  if (asksTerms(session) && !values.terms) errors.terms = 'Stimmen Sie den Geschäftsbedingungen zu, um zu bezahlen.';
  if (Object.keys(errors).length > 0 || !card || !expiry) return { errors };
  const face = { brand: card.brand, last4: card.number.slice(-4), expMonth: expiry.month, expYear: expiry.year, holder: values.name };
  return { card, face, email: asksEmail(session) ? values.email : null };
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
