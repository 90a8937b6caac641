import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../errors/index.js';
import { keyOf } from './bearer.js';
import { isForeign, type OwnOrigins } from './cross-origin.js';

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a browser sends from a foreign page (CSRF), unless they come with an API key: then no cookie
 * counts, and the guard says what is open to it. Requests without an Origin header come from programs, not pages, and carry no
 * ambient cookie a foreign page could abuse.
 */
export function refuseForeignOrigins(own: OwnOrigins) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    request.fromForeignPage = isForeign(request, own);
    if (request.fromForeignPage && !SAFE_METHODS.has(request.method) && !keyOf(request)) return next(new AppError('origin_refused'));
    next();
  };
}
