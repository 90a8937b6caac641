import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { ownCookieOf, setOwnCookie, type CookieResponse } from '../../platform/http/index.js';

const KNOWN_BROWSER_COOKIE = 'bildnis_known';
const LIFETIME_MS = facts.cookies.knownBrowserDays * DAY;

/**
 * Recognises a browser that has signed in to an account before. The cookie opens nothing; it only spares its browser the delay after
 * wrong passwords of others. It holds a time and a keyed hash, no address.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  remember(response: CookieResponse, email: string): void {
    const until = String(this.clock.now().getTime() + LIFETIME_MS);
    setOwnCookie(response, this.config.publicOrigin, {
      name: KNOWN_BROWSER_COOKIE,
      value: `${until}.${this.mac(email, until)}`,
      maxAgeMs: LIFETIME_MS,
    });
  }

  isKnown(request: Request, email: string): boolean {
    const [until = '', mac = ''] = (ownCookieOf(request, this.config.publicOrigin, KNOWN_BROWSER_COOKIE) ?? '').split(
      '.',
    );
    const [given, expected] = [Buffer.from(mac), Buffer.from(this.mac(email, until))];
    return (
      given.length === expected.length && timingSafeEqual(given, expected) && Number(until) > this.clock.now().getTime()
    );
  }

  private mac(email: string, until: string): string {
    return createHmac('sha256', this.config.mediaSecret).update(`known-browser:${until}:${email}`).digest('base64url');
  }
}
