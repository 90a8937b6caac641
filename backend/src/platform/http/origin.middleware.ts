import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../errors/index.js';
import { keyOf } from './bearer.js';
import { isForeign, type OwnOrigins } from './cross-origin.js';

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a browser sends from a foreign page (CSRF), unless they come with an API key: then no cookie
 * counts, and the guard says what is open to it. Requests without an Origin header come from programs, or from browsers
 * that leave it out: then Sec-Fetch-Site says whether another page sent them with our cookie.
 */
export function refuseForeignOrigins(own: OwnOrigins) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    request.fromForeignPage = isForeign(request, own);
    if (
      (request.fromForeignPage || isSentByAnotherSite(request)) &&
      !SAFE_METHODS.has(request.method) &&
      !keyOf(request)
    )
      return next(new AppError('origin_refused'));
    next();
  };
}

/** Links from elsewhere come like this as well: it says something of mutations only. */
function isSentByAnotherSite({ headers }: Request): boolean {
  return (
    !headers.origin &&
    headers.cookie !== undefined &&
    ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
  );
}
