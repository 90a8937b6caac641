import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../errors/index.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a browser sends from a foreign page (CSRF). Requests without an Origin header
 * come from programs, not pages, and carry no ambient cookie a foreign page could abuse.
 * @param sameHostAllowed also accept the origin the request was addressed to (embedded mode, reached by another name).
 */
export function refuseForeignOrigins(publicOrigin: string, sameHostAllowed: boolean) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const origin = request.headers.origin;
    if (SAFE_METHODS.has(request.method) || !origin || origin === publicOrigin) return next();
    if (sameHostAllowed && origin === `${request.protocol}://${request.headers.host}`) return next();
    next(new AppError('origin_refused'));
  };
}
