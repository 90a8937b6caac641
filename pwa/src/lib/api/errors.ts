import { BildnisError, type ErrorCode, type KnownErrorCode } from '@bildnis/sdk';
import { text, type TextKey } from '~/lib/i18n';

/** Every error the API can answer with, and what it says. A new code without a text does not compile. */
export const errorTexts: Record<KnownErrorCode, TextKey> = {
  aborted: 'errors.unexpected',
  account_blocked: 'errors.account_blocked',
  already_subscribed: 'errors.already_subscribed',
  code_invalid: 'errors.code_invalid',
  common_password: 'errors.common_password',
  conflict: 'errors.conflict',
  consent_required: 'errors.consent_required',
  downgrade_not_allowed: 'errors.downgrade_not_allowed',
  email_not_confirmed: 'errors.email_not_confirmed',
  email_taken: 'errors.email_taken',
  file_too_large: 'errors.file_too_large',
  forbidden: 'errors.forbidden',
  google_already_linked: 'errors.google_already_linked',
  google_failed: 'errors.google_failed',
  google_unavailable: 'errors.google_unavailable',
  idempotency_conflict: 'errors.idempotency_conflict',
  idempotency_key_missing: 'errors.unexpected',
  insufficient_credits: 'errors.insufficient_credits',
  internal: 'errors.unexpected',
  invalid_credentials: 'errors.invalid_credentials',
  last_way_in: 'errors.last_way_in',
  link_expired: 'errors.link_expired',
  network: 'errors.network',
  not_found: 'errors.not_found',
  origin_refused: 'errors.unexpected',
  own_account: 'errors.own_account',
  passkey_invalid: 'errors.passkey_invalid',
  password_wrong: 'errors.password_wrong',
  payment_provider_unavailable: 'errors.payment_provider_unavailable',
  photo_limit_reached: 'errors.photo_limit_reached',
  plan_unknown: 'errors.plan_unknown',
  profile_name_missing: 'errors.profile_name_missing',
  profile_not_editable: 'errors.profile_not_editable',
  profile_not_ready: 'errors.profile_not_ready',
  profile_not_trainable: 'errors.profile_not_trainable',
  proof_required: 'errors.proof_required',
  rate_limited: 'errors.rate_limited',
  scope_missing: 'errors.scope_missing',
  second_factor_required: 'errors.second_factor_required',
  token_invalid: 'errors.token_invalid',
  too_few_photos: 'errors.too_few_photos',
  unauthenticated: 'errors.unauthenticated',
  unavailable: 'errors.unavailable',
  unsupported_media_type: 'errors.unsupported_media_type',
  validation: 'errors.validation',
  weak_password: 'errors.weak_password',
  webhook_invalid: 'errors.unexpected',
};

/** The code of an error from the API; `internal` for anything else that went wrong. */
export function errorCode(error: unknown): ErrorCode {
  return error instanceof BildnisError ? error.code : 'internal';
}

/** What an error says, in the language of the page. */
export function errorText(error: unknown): string {
  const code = errorCode(error);
  // A newer server may know codes that this version does not.
  return text(code in errorTexts ? errorTexts[code as KnownErrorCode] : 'errors.unexpected');
}
