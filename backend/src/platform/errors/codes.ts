/** Every error the API answers with, and its HTTP status. Codes are stable; texts live in the clients. */
export const ERROR_STATUS = {
  validation: 400,
  attestation_required: 400,
  token_invalid: 400,
  weak_password: 400,
  common_password: 400,
  password_wrong: 400,
  same_password: 400,
  code_invalid: 400,
  passkey_invalid: 400,
  google_failed: 400,
  idempotency_key_missing: 400,
  webhook_invalid: 400,
  plan_unknown: 400,
  pack_unknown: 400,
  notice_too_short: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  insufficient_credits: 402,
  forbidden: 403,
  origin_refused: 403,
  proof_required: 403,
  scope_missing: 403,
  second_factor_required: 403,
  consent_required: 403,
  person_must_agree: 403,
  email_not_confirmed: 403,
  password_required: 403,
  account_blocked: 403,
  not_found: 404,
  already_subscribed: 409,
  balance_negative: 409,
  conflict: 409,
  downgrade_not_allowed: 409,
  email_taken: 409,
  slug_taken: 409,
  already_announced: 409,
  already_sent: 409,
  job_not_retriable: 409,
  google_already_linked: 409,
  last_way_in: 409,
  last_photo: 409,
  no_usable_photo: 409,
  own_account: 409,
  idempotency_conflict: 409,
  no_subscription: 409,
  subscription_ending: 409,
  subscription_required: 409,
  not_an_upgrade: 409,
  upgrade_waiting: 409,
  upgrade_not_now: 409,
  quote_expired: 409,
  purchases_blocked: 409,
  not_withdrawable: 409,
  nothing_to_refund: 409,
  photo_limit_reached: 409,
  too_many_kept_photos: 409,
  profile_not_editable: 409,
  profile_not_ready: 409,
  profile_not_in_training: 409,
  repeat_used: 409,
  run_not_repeatable: 409,
  run_not_showable: 409,
  too_many_votes: 409,
  too_many_versions: 409,
  too_many_releases: 409,
  offered_too_often: 409,
  example_not_ready: 409,
  release_over: 409,
  run_not_judgeable: 409,
  profile_not_trainable: 409,
  profile_name_missing: 409,
  too_few_photos: 409,
  link_expired: 410,
  file_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  google_unavailable: 502,
  payment_provider_unavailable: 503,
  unavailable: 503,
  upload_too_slow: 503,
  check_too_slow: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export interface FieldError {
  /** Dotted path in the request body or query. */
  path: string;
  /** Stable code of the rule that failed, for instance `too_small` or `required`. */
  code: string;
  message: string;
}

/** An expected failure with a stable code. Everything else becomes a bare 500. */
export class AppError extends Error {
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    readonly options: {
      detail?: string;
      fields?: FieldError[];
      retryAfterSeconds?: number;
      extra?: Record<string, unknown>;
    } = {},
  ) {
    super(options.detail ?? code);
    this.name = 'AppError';
    this.status = ERROR_STATUS[code];
  }
}
