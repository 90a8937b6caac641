import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config/index.js';
import { clearOwnCookie, ownCookieOf, setOwnCookie, type CookieResponse } from '../../platform/http/index.js';
import { REGISTRATION_LIFETIME_MS } from './registrations.service.js';

const REGISTRATION_COOKIE = 'bildnis_registration';

/** The cookie by which the browser that registered is recognised when its address is confirmed. No script can read it. */
@Injectable()
export class RegistrationCookies {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  set(response: CookieResponse, secret: string): void {
    setOwnCookie(response, this.config.publicOrigin, {
      name: REGISTRATION_COOKIE,
      value: secret,
      maxAgeMs: REGISTRATION_LIFETIME_MS,
    });
  }

  of(request: Request): string | null {
    return ownCookieOf(request, this.config.publicOrigin, REGISTRATION_COOKIE);
  }

  clear(response: CookieResponse): void {
    clearOwnCookie(response, this.config.publicOrigin, REGISTRATION_COOKIE);
  }
}
