/** Stripe's error types, as far as the emulator answers with them. */
export type RefusalType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';

/** An error answer in Stripe's shape. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly type: RefusalType,
    readonly code: string | null,
    message: string,
    readonly param: string | null = null,
  ) {
    super(message);
    this.name = 'StripeRefusal';
  }

  /** The JSON body Stripe sends with it. */
  body(): { error: Record<string, string> } {
    return {
      error: {
        ...(this.code && {
          code: this.code,
          doc_url: `https://stripe.com/docs/error-codes/${this.code.replaceAll('_', '-')}`,
        }),
        message: this.message,
        ...(this.param && { param: this.param }),
        type: this.type,
      },
    };
  }
}

/** 404: nothing of this kind has this id. `param` names the parameter that held the id. */
export function noSuch(kind: string, id: string, param: string, status = 404): StripeRefusal {
  return new StripeRefusal(status, 'invalid_request_error', 'resource_missing', `No such ${kind}: '${id}'`, param);
}

/** 400: the request is understood and not allowed. */
export function invalid(code: string | null, message: string, param: string | null = null): StripeRefusal {
  return new StripeRefusal(400, 'invalid_request_error', code, message, param);
}
