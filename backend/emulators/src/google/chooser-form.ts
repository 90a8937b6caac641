import type { GoogleAccount } from './account.js';
import type { State } from './state.js';

/** The fields of «Anderes Testkonto» as typed. */
export interface OtherValues {
  email: string;
  name: string;
}

export type OtherErrors = Partial<Record<keyof OtherValues, string>>;

/** What the person decided on the page. */
export type Choice =
  | { kind: 'cancelled' }
  | { kind: 'chosen'; account: GoogleAccount }
  | { kind: 'incomplete'; values: OtherValues; errors: OtherErrors };

/** Reads the posted page; an address typed for the first time becomes an account, a known one is that account. */
export async function readChoice(body: string, state: State): Promise<Choice> {
  const form = new URLSearchParams(body);
  if (form.has('cancel')) return { kind: 'cancelled' };
  const chosen = state.find(form.get('account') ?? '');
  if (chosen) return { kind: 'chosen', account: chosen };
  const field = (name: string): string => (form.get(name) ?? '').trim();
  const values = { email: field('email'), name: field('name') };
  const known = state.findByEmail(values.email);
  if (known) return { kind: 'chosen', account: known };
  const errors = check(values);
  if (Object.keys(errors).length > 0) return { kind: 'incomplete', values, errors };
  return { kind: 'chosen', account: await state.add(values) };
}

function check({ email, name }: OtherValues): OtherErrors {
  const errors: OtherErrors = {};
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    errors.email = 'Geben Sie eine E-Mail-Adresse ein.';
  if (!name) errors.name = 'Geben Sie einen Namen ein.';
  else if (name.length > 100) errors.name = 'Geben Sie höchstens 100 Zeichen ein.';
  return errors;
}
