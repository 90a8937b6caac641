import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { clearOwnCookie, SESSION_COOKIE, setOwnCookie, type CookieResponse } from '../../platform/http/index.js';

/** Answers a sign-in with its new session: browsers get a cookie no script can read, programs the token itself. */
@Injectable()
export class SessionCookies {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @returns the token for a program, null for a browser. */
  hand(session: { token: string; expiresAt: Date }, kind: 'cookie' | 'token', response: CookieResponse): string | null {
    if (kind === 'token') return session.token;
    setOwnCookie(response, this.config.publicOrigin, {
      name: SESSION_COOKIE,
      value: session.token,
      expires: session.expiresAt,
    });
    return null;
  }

  clear(response: CookieResponse): void {
    clearOwnCookie(response, this.config.publicOrigin, SESSION_COOKIE);
  }
}
