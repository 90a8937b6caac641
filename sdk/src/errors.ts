import type { errorCodes } from './generated/events.js';

/** A code a call may end with, as far as this version of the SDK knows. */
export type KnownErrorCode = (typeof errorCodes)[number] | 'network' | 'aborted';
/** What waiting for work, reading a source or verifying a message may end with besides. */
export type LocalErrorCode = 'work_failed' | 'timeout' | 'source_invalid';
/** Open-ended: a newer server may answer with a code this SDK does not know yet. */
export type ErrorCode = KnownErrorCode | LocalErrorCode | (string & {});

export interface FieldError {
  path: string;
  code: string;
  message: string;
}

/**
 * The one error every call throws.
 *
 * `code` is stable and what to decide by; `detail` is for people and may change. `status` is the HTTP status, or 0 when no answer came (`network`, `aborted`) or none was asked for.
 *
 * @example
 * try {
 *   await bildnis.createGeneration({ body: { profileId, styleId }, idempotencyKey });
 * } catch (error) {
 *   if (!(error instanceof BildnisError)) throw error;
 *   if (error.code === 'insufficient_credits') console.log('Guthaben aufladen');
 *   else console.error(error.code, error.requestId);
 * }
 */
export class BildnisError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string | null;
  readonly fields: FieldError[];
  readonly requestId: string | null;
  /** Seconds to wait before trying again, where the server said so. */
  readonly retryAfterSeconds: number | null;

  constructor(init: {
    code: ErrorCode;
    status: number;
    detail?: string | null;
    fields?: FieldError[];
    requestId?: string | null;
    retryAfterSeconds?: number | null;
    cause?: unknown;
  }) {
    super(`${init.code}${init.detail ? `: ${init.detail}` : ''}`, { cause: init.cause });
    this.name = 'BildnisError';
    this.code = init.code;
    this.status = init.status;
    this.detail = init.detail ?? null;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
  }
}

const CODE_OF_STATUS: Record<number, KnownErrorCode> = {
  400: 'validation',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'file_too_large',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Makes the error of any answer that is no success, also of an empty or foreign body (a proxy's HTML page). */
export function errorFromAnswer(
  status: number,
  body: string,
  headers: { get(name: string): string | null },
): BildnisError {
  const problem = parseProblem(body);
  const retryAfter = Number(headers.get('retry-after'));
  return new BildnisError({
    code: problem?.code ?? CODE_OF_STATUS[status] ?? 'internal',
    status,
    detail: problem?.detail ?? null,
    fields: problem?.fields ?? [],
    requestId: problem?.requestId ?? headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
  });
}

function parseProblem(
  body: string,
): { code: string; detail?: string; fields?: FieldError[]; requestId?: string } | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return parsed && typeof parsed === 'object' && 'code' in parsed && typeof parsed.code === 'string'
      ? (parsed as { code: string })
      : null;
  } catch {
    return null;
  }
}

/** Turns whatever a failed fetch throws into a BildnisError. */
export function errorFromThrown(thrown: unknown): BildnisError {
  if (thrown instanceof BildnisError) return thrown;
  const aborted = thrown instanceof Error && thrown.name === 'AbortError';
  return new BildnisError({ code: aborted ? 'aborted' : 'network', status: 0, cause: thrown });
}
