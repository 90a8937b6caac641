import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { clearSessionCookie, setSessionCookie, type CookieResponse } from '../../platform/http/index.js';

/** Hands a new session to whoever asked for it: browsers get a cookie no script can read, programs the token itself. */
@Injectable()
export class SessionCookies {
  private readonly secure: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    this.secure = config.publicOrigin.startsWith('https://');
  }

  /** @returns the token for a program, null for a browser. */
  hand(session: { token: string; expiresAt: Date }, kind: 'cookie' | 'token', response: CookieResponse): string | null {
    if (kind === 'token') return session.token;
    setSessionCookie(response, session.token, { secure: this.secure, expires: session.expiresAt });
    return null;
  }

  clear(response: CookieResponse): void {
    clearSessionCookie(response, { secure: this.secure });
  }
}
