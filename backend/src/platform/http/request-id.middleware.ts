import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** Gives every request an id of ours (in the answer's header, in problems and in the log) and keeps answers out of caches. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  request.requestId = randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  // Answers belong to one person at one moment: nothing of them stays in a browser others may use (trust: shared phone).
  if (request.path.startsWith('/api/')) response.setHeader('Cache-Control', 'no-store');
  next();
}
