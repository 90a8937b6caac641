import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { AppError } from '../../platform/errors/index.js';
import { IdentityProviderUnavailable, IdentityRefused } from './port.js';

/** What openid-client says when no usable answer came, as opposed to a wrong one. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Tells an outage from a refusal. During discovery nobody has said anything yet, so everything is an outage. */
export function failureOf(error: unknown, during: 'discovery' | 'exchange' = 'exchange'): AppError {
  const reason = `${during}: ${describe(error)}`;
  return during === 'discovery' || isOutage(error)
    ? new IdentityProviderUnavailable(reason)
    : new IdentityRefused(reason);
}

function isOutage(error: unknown): boolean {
  // Only a bad grant is about this person; `invalid_client` and the like are about us.
  if (error instanceof ResponseBodyError) return error.error !== 'invalid_grant';
  if (error instanceof AuthorizationResponseError) return false;
  if (error instanceof ClientError) return NO_ANSWER.has(error.code ?? '');
  // fetch rejects with a bare TypeError when the connection fails; those with a code are about arguments.
  return error instanceof TypeError && !('code' in error);
}

function describe(error: unknown): string {
  if (error instanceof ResponseBodyError) return `${error.error} (${error.status})`;
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return [error.name, typeof code === 'string' ? code : null, detailOf(error.cause)].filter(Boolean).join(' ');
}

/** The code of a network failure, or the status of an answer. */
function detailOf(cause: unknown): string | null {
  const { code, status } = (cause ?? {}) as { code?: unknown; status?: unknown };
  if (typeof code === 'string') return code;
  return typeof status === 'number' ? String(status) : null;
}
