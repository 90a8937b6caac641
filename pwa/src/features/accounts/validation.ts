import { isEmail } from '~/lib/email';
import { facts } from '~/lib/facts';
import type { TextKey } from '~/lib/i18n';
import type { FieldErrors } from './use-form';

export interface SignInInput {
  email: string;
  password: string;
}

export interface RegisterInput extends SignInInput {
  name: string;
  acceptsTerms: boolean;
}

export type TakeOverInput = Pick<RegisterInput, 'name' | 'password' | 'acceptsTerms'>;

export interface NewPasswordInput {
  password: string;
  repeated: string;
}

export interface SecondFactorInput {
  code: string;
}

/** What is wrong with an address. */
export function emailError(email: string): TextKey | undefined {
  return isEmail(email) ? undefined : 'accounts.error.emailInvalid';
}

function newPasswordError(password: string): TextKey | undefined {
  return Array.from(password).length >= facts.account.passwordMinLength ? undefined : 'accounts.error.passwordShort';
}

/** What is wrong with a sign-in, by field. */
export function checkSignIn(input: SignInInput): FieldErrors<SignInInput> {
  return present({
    email: emailError(input.email),
    password: input.password ? undefined : 'accounts.error.passwordMissing',
  });
}

/** What is wrong with a registration, by field. */
export function checkRegistration(input: RegisterInput): FieldErrors<RegisterInput> {
  const { name, ...rest } = checkTakingOver(input);
  return present({ name, email: emailError(input.email), ...rest });
}

/** What is wrong with the details that replace those of a registration, by field. */
export function checkTakingOver(input: TakeOverInput): FieldErrors<TakeOverInput> {
  return present({
    name: input.name.trim() ? undefined : 'accounts.error.nameMissing',
    password: newPasswordError(input.password),
    acceptsTerms: input.acceptsTerms ? undefined : 'accounts.error.terms',
  });
}

/** What is wrong with a new password and its repetition, by field. */
export function checkNewPassword({ password, repeated }: NewPasswordInput): FieldErrors<NewPasswordInput> {
  return present({
    password: password ? newPasswordError(password) : 'accounts.error.newPasswordMissing',
    repeated: repeatedError(password, repeated),
  });
}

function repeatedError(password: string, repeated: string): TextKey | undefined {
  if (!repeated) return 'accounts.error.repeatedMissing';
  return password === repeated ? undefined : 'accounts.error.passwordsDiffer';
}

/** The shortest thing the server takes for a second factor: six digits. */
const SHORTEST_CODE = 6;

/** What is wrong with a code of the authenticator app, or a recovery code. */
export function checkCode({ code }: SecondFactorInput): FieldErrors<SecondFactorInput> {
  return present({ code: code.trim().length >= SHORTEST_CODE ? undefined : 'accounts.error.codeMissing' });
}

/** Only the fields that have an error. */
export function present<Input>(errors: FieldErrors<Input>): FieldErrors<Input> {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error)) as FieldErrors<Input>;
}
