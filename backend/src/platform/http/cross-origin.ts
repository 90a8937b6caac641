import type { NextFunction, Request, Response } from 'express';
import { keyOf } from './bearer.js';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const SENT = 'authorization, content-type, idempotency-key';
/** What a page of another origin reads of an answer besides its body. */
const READ = 'content-disposition, deprecation, link, ratelimit, ratelimit-policy, retry-after, sunset, x-request-id';
const PREFLIGHT_SECONDS = 7200;

/** Our own pages: the configured origin, and outside of production whatever the server was reached by. */
export interface OwnOrigins {
  publicOrigin: string;
  sameHostAllowed: boolean;
}

export function isForeign(request: Request, { publicOrigin, sameHostAllowed }: OwnOrigins): boolean {
  const { origin } = request.headers;
  if (!origin || origin === publicOrigin) return false;
  return !(sameHostAllowed && origin === `${request.protocol}://${request.headers.host}`);
}

/** Whether a page comes from this server under a name of this machine: any other name may have been made to lead here (DNS rebinding). */
export function isOwnLoopback(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: itsHost, hostname } = new URL(origin);
  return itsHost === host && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** Any page may read this answer, and none may have sent a cookie for it: with `*`, browsers keep such answers from the page. */
export function letPagesRead(response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', READ);
}

/**
 * Lets pages of any origin call the API with a key (docs/decisions/0016-keys-may-be-used-from-any-page.md). Without `Authorization` a preflight is answered like any unknown
 * path, so that nothing but a key opens the API to a foreign page.
 */
export function answerPreflights(request: Request, response: Response, next: NextFunction): void {
  if (!request.path.startsWith('/api/')) return next();
  if (request.method === 'OPTIONS' && asksForAuthorization(request)) {
    letPagesRead(response);
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', SENT);
    response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    response.status(204).end();
    return;
  }
  if (keyOf(request)) letPagesRead(response);
  next();
}

function asksForAuthorization({ headers }: Request): boolean {
  const names = headers['access-control-request-headers'];
  return (
    Boolean(headers['access-control-request-method']) &&
    (names ?? '').split(',').some((name) => name.trim().toLowerCase() === 'authorization')
  );
}
