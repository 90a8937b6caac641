import type { Response } from 'express';

export const SESSION_COOKIE = 'bildnis_session';

/** As much of an answer as setting a cookie needs. */
export type CookieResponse = Pick<Response, 'cookie' | 'clearCookie'>;

/** Sets the session cookie: never readable by scripts, never sent from foreign sites' forms. */
export function setSessionCookie(response: CookieResponse, token: string, options: { secure: boolean; expires: Date }): void {
  response.cookie(SESSION_COOKIE, token, { httpOnly: true, sameSite: 'lax', path: '/', ...options });
}

export function clearSessionCookie(response: CookieResponse, options: { secure: boolean }): void {
  response.clearCookie(SESSION_COOKIE, { httpOnly: true, sameSite: 'lax', path: '/', ...options });
}
