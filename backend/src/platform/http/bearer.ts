import type { Request } from 'express';
import { API_KEY_PREFIX } from './scopes.js';

/** The token of `Authorization: Bearer …`. A request that has one is never identified by a cookie. */
export function bearerOf(request: Request): string | null {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The API key a request is made with, whether it holds or not. */
export function keyOf(request: Request): string | null {
  const token = bearerOf(request);
  return token?.startsWith(API_KEY_PREFIX) ? token : null;
}
