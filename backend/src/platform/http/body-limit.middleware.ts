import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../errors/index.js';

/** Refuses a request to a path by the length it announces, before any of its body is read. One that announces none is cut by its body parser. */
export function refuseLargeBodies(path: string, maxBytes: number) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.path !== path || !(Number(request.headers['content-length']) > maxBytes)) return next();
    response.setHeader('Connection', 'close');
    next(new AppError('file_too_large'));
  };
}
