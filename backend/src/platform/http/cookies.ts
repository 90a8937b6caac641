import type { Request, Response } from 'express';

export const SESSION_COOKIE = 'bildnis_session';

/** As much of an answer as setting a cookie needs. */
export type CookieResponse = Pick<Response, 'cookie' | 'clearCookie'>;

/**
 * The name a cookie has at this origin. Under https browsers accept `__Host-` only from this very host, so no sibling subdomain can
 * plant one; over plain http they would not accept the prefix at all.
 */
export function cookieName(name: string, publicOrigin: string): string {
  return publicOrigin.startsWith('https://') ? `__Host-${name}` : name;
}

/** Never readable by scripts, never sent from foreign sites' forms. The prefix requires `Secure` and `Path=/`, and allows no `Domain`. */
function attributes(publicOrigin: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: publicOrigin.startsWith('https://') } as const;
}

/** Sets a cookie for this host only. */
export function setOwnCookie(
  response: CookieResponse,
  publicOrigin: string,
  cookie: { name: string; value: string } & ({ maxAgeMs: number } | { expires: Date }),
): void {
  const end = 'expires' in cookie ? { expires: cookie.expires } : { maxAge: cookie.maxAgeMs };
  response.cookie(cookieName(cookie.name, publicOrigin), cookie.value, { ...attributes(publicOrigin), ...end });
}

export function clearOwnCookie(response: CookieResponse, publicOrigin: string, name: string): void {
  response.clearCookie(cookieName(name, publicOrigin), attributes(publicOrigin));
}

/** Never another name than the one set here: a planted cookie of an old name must not win. @returns null without one. */
export function ownCookieOf(request: Pick<Request, 'cookies'>, publicOrigin: string, name: string): string | null {
  const value: unknown = (request.cookies as Record<string, unknown> | undefined)?.[cookieName(name, publicOrigin)];
  return typeof value === 'string' && value ? value : null;
}
