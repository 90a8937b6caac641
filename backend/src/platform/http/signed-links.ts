import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock, HOUR } from '../clock/index.js';
import { AppError } from '../errors/index.js';

/** The longest that a `/media` link lives (docs/product-rules.md#portraits-and-links); it ends up to 5 minutes earlier. */
export const LINK_LIFETIME_MS = HOUR;

/**
 * Signs links to private files. The signature binds path, owner and expiry; the route additionally demands the owner's
 * session, so a leaked link alone opens nothing.
 */
@Injectable()
export class SignedLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  sign(path: string, userId: string): string {
    // Ends at a full 5 minutes, so that the same picture keeps its address for a while and browsers can cache it; never later than promised.
    const step = HOUR / 12;
    const expires = Math.ceil((this.clock.now().getTime() + LINK_LIFETIME_MS - step) / step) * step;
    return `${path}?expires=${expires}&signature=${this.signature(path, userId, expires)}`;
  }

  /** @throws AppError `not_found` for a wrong signature, `link_expired` for an old one. */
  verify(path: string, userId: string, query: { expires: number; signature: string }): void {
    const expected = Buffer.from(this.signature(path, userId, query.expires));
    const given = Buffer.from(query.signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new AppError('not_found');
    if (query.expires < this.clock.now().getTime()) throw new AppError('link_expired');
  }

  private signature(path: string, userId: string, expires: number): string {
    return createHmac('sha256', this.config.mediaSecret).update(`${path}\n${userId}\n${expires}`).digest('base64url');
  }
}
