import type { errorCodes } from './generated/live-events.js';

/** A code a call may end with, as far as this version of the SDK knows. */
export type KnownErrorCode = (typeof errorCodes)[number] | 'network' | 'aborted' | 'timeout';
/** What waiting for work or reading a source may end with besides. */
export type LocalErrorCode = 'work_failed' | 'timeout' | 'source_invalid';
/** Open-ended: a newer server may answer with a code this SDK does not know yet. */
export type ErrorCode = KnownErrorCode | LocalErrorCode | (string & {});

export interface FieldError {
  path: string;
  code: string;
  message: string;
}

/** A call, as the contract names it. */
export interface FailedCall {
  /** Its operationId, for instance `createGeneration`. */
  operation: string;
  method: string;
  /** Without the server and with names for ids, which may be secret: `/api/v1/generations/{id}`. */
  path: string;
}

interface ErrorInit {
  code: ErrorCode;
  status: number;
  detail?: string | null;
  fields?: FieldError[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
  call?: FailedCall | undefined;
}

function messageOf({ code, detail, call, requestId }: ErrorInit): string {
  const where = [call && `${call.operation}: ${call.method} ${call.path}`, requestId && `request ${requestId}`];
  const known = where.filter(Boolean).join(', ');
  return `${code}${detail ? `: ${detail}` : ''}${known ? ` (${known})` : ''}`;
}

/**
 * What every call throws; each kind of failure is a class of its own below it.
 *
 * `code` is stable and what to decide by; `detail` and `message` are for people and may change. `status` is the HTTP status, or 0 when no answer came (`network`, `timeout`, `aborted`) or none was asked for.
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
  /** The call that failed; null where none was made, or it had not begun. */
  readonly call: FailedCall | null;

  constructor(init: ErrorInit) {
    super(messageOf(init), { cause: init.cause });
    this.name = 'BildnisError';
    this.code = init.code;
    this.status = init.status;
    this.detail = init.detail ?? null;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
    this.call = init.call ?? null;
  }
}

/** No answer came: no network, or none within the time allowed (`timeout`). Whether the server has done it is open. */
export class ConnectionError extends BildnisError {}
/** The program stopped the call itself. */
export class AbortedError extends BildnisError {}
/** The request is wrong (400, 413, 415, 422): sent again it fails again. */
export class InvalidRequestError extends BildnisError {}
/** No session or key, or one that has ended (401). */
export class AuthenticationError extends BildnisError {}
/** Credits are missing (402). */
export class CreditsError extends BildnisError {}
/** Not allowed to this caller (403). */
export class PermissionError extends BildnisError {}
/** Nothing is there, or nothing that is the caller's (404, 410). */
export class NotFoundError extends BildnisError {}
/** The state of things does not allow it (409). */
export class ConflictError extends BildnisError {}
/** Too many calls (429). */
export class RateLimitError extends BildnisError {}
/** The server failed, or is away (500 and more). */
export class ServerError extends BildnisError {}

const CLASS_OF_STATUS: Record<number, typeof BildnisError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: CreditsError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

function makeError(init: ErrorInit): BildnisError {
  const { code, status } = init;
  if (status === 0) return new (code === 'aborted' ? AbortedError : ConnectionError)(init);
  return new (status >= 500 ? ServerError : (CLASS_OF_STATUS[status] ?? BildnisError))(init);
}

const CODE_OF_STATUS: Record<number, KnownErrorCode> = {
  400: 'validation',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
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
  call?: FailedCall,
): BildnisError {
  const problem = parseProblem(body);
  return makeError({
    code: problem?.code ?? CODE_OF_STATUS[status] ?? 'internal',
    status,
    detail: problem?.detail ?? null,
    fields: problem?.fields ?? [],
    requestId: problem?.requestId ?? headers.get('x-request-id'),
    retryAfterSeconds: secondsUntil(headers.get('retry-after')),
    call,
  });
}

/** Seconds, or a date (RFC 9110, 10.2.3). @returns null for what is neither, or over already */
function secondsUntil(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return seconds > 0 ? seconds : null;
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

/**
 * Turns whatever a failed fetch throws into a BildnisError.
 * @param ends the signal that may have ended it: browsers and servers throw its reason in ways of their own
 */
export function errorFromThrown(thrown: unknown, ends?: AbortSignal, call?: FailedCall): BildnisError {
  if (thrown instanceof BildnisError) return thrown;
  const reason: unknown = ends?.aborted ? ends.reason : thrown;
  const name = reason instanceof Error || reason instanceof DOMException ? reason.name : '';
  const code = name === 'TimeoutError' ? 'timeout' : ends?.aborted || name === 'AbortError' ? 'aborted' : 'network';
  const detail = code === 'timeout' && reason instanceof DOMException ? reason.message : null;
  return makeError({ code, status: 0, detail, cause: reason, call });
}
