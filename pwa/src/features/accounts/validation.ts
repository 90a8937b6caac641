import { facts } from '~/lib/facts';
import type { TextKey } from '~/lib/i18n';

export interface Credentials {
  name: string;
  email: string;
  password: string;
  acceptsTerms: boolean;
}

export type FieldErrors = Partial<Record<keyof Credentials, TextKey>>;

/** Deliberately lenient, as the server decides: something, an @, something with a dot. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

function emailError(email: string): TextKey | undefined {
  return EMAIL.test(email.trim()) ? undefined : 'accounts.error.emailInvalid';
}

/** What is wrong with a sign-in, by field. */
export function checkSignIn(input: Credentials): FieldErrors {
  return present({
    email: emailError(input.email),
    password: input.password ? undefined : 'accounts.error.passwordMissing',
  });
}

/** What is wrong with a registration, by field. */
export function checkRegistration(input: Credentials): FieldErrors {
  return present({
    name: input.name.trim() ? undefined : 'accounts.error.nameMissing',
    email: emailError(input.email),
    password: [...input.password].length >= facts.account.passwordMinLength ? undefined : 'accounts.error.passwordShort',
    acceptsTerms: input.acceptsTerms ? undefined : 'accounts.error.terms',
  });
}

function present(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
}
