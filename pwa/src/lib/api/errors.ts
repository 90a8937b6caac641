import { BildnisError, type ErrorCode, type KnownErrorCode } from '@bildnis/sdk';
import { hasText, text, type TextKey } from '~/lib/i18n';

/** Codes that a customer cannot do anything with. */
const UNSPECIFIC = ['aborted', 'idempotency_key_missing', 'internal', 'origin_refused', 'webhook_invalid'] as const;

/** Every other code has a text of its own name: a new one without it does not compile. */
type Told = Exclude<KnownErrorCode, (typeof UNSPECIFIC)[number]>;
const keyOf = (code: Told): TextKey => `errors.${code}`;

/** The code of an error from the API; `internal` for anything else that went wrong. */
export function errorCode(error: unknown): ErrorCode {
  return error instanceof BildnisError ? error.code : 'internal';
}

/** What an error says, in the language of the page. */
export function errorText(error: unknown): string {
  const key = keyOf(errorCode(error) as Told);
  // A newer server may know codes that this version does not.
  return text(hasText(key) ? key : 'errors.unexpected');
}

/** Whether no answer of the server came: no network, or one that is silent. */
export const isUnreached = (error: unknown): boolean => ['network', 'timeout'].includes(errorCode(error));

/** After these nobody knows whether what was asked for has happened: asking again has to be the same act. */
const UNCERTAIN: readonly ErrorCode[] = [
  'network',
  'timeout',
  'aborted',
  'internal',
  'unavailable',
  'payment_provider_unavailable',
];

/** Whether an error leaves open what became of a command: trying again keeps its key. */
export const isUncertain = (error: unknown): boolean => UNCERTAIN.includes(errorCode(error));
