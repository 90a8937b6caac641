import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors/index.js';
import type { PrincipalResolver } from './access.js';
import { keyOf } from './bearer.js';
import type { KeyBudgets } from './key-budgets.js';

/**
 * Finds out whose API key a request comes with and counts it, before anything else is looked at: an unknown path and a broken body count
 * like any call, and their answers say what is left.
 */
export function admitKeys(resolver: PrincipalResolver, budgets: KeyBudgets): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const key = request.path.startsWith('/api/') ? keyOf(request) : null;
    if (!key) return next();
    try {
      request.principal = await resolver.fromToken(key, 'bearer');
      // A page of ours needs no key, and one of somebody else gets nowhere without one that holds.
      if (!request.principal && request.fromForeignPage) throw new AppError('unauthenticated');
      if (request.principal) await budgets.spend('default', request.principal, response);
      next();
    } catch (error) {
      next(error);
    }
  };
}
