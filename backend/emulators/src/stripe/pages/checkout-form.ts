import type { TestCard } from '../billing/cards.js';
import type { CardFace } from '../objects/payment.js';
import type { WireSession } from '../objects/wire.js';
import { checkCard, firstCard, readCard, type CardErrors, type CardValues } from './card-form.js';

/** The fields of the checkout page as typed. */
export interface CheckoutValues extends CardValues {
  email: string;
  terms: boolean;
}

export type CheckoutErrors = CardErrors & { email?: string; terms?: string };

/** What the page shows first: the test card that works, ready to pay with. `now` in Unix seconds. */
export function firstValues(now: number): CheckoutValues {
  return { ...firstCard(now), email: '', terms: false };
}

/** Reads a posted form; missing fields are empty. */
export function readValues(body: string): CheckoutValues {
  const form = new URLSearchParams(body);
  return {
    ...readCard(form),
    email: (form.get('email') ?? '').trim().slice(0, 200),
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
  const checked = checkCard(values, now);
  const errors: CheckoutErrors = 'errors' in checked ? checked.errors : {};
  if (asksEmail(session) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email))
    errors.email = 'Geben Sie eine E-Mail-Adresse ein.';
  if (asksTerms(session) && !values.terms) errors.terms = 'Stimmen Sie den Geschäftsbedingungen zu, um zu bezahlen.';
  if ('errors' in checked || Object.keys(errors).length > 0) return { errors };
  return { ...checked, email: asksEmail(session) ? values.email : null };
}
