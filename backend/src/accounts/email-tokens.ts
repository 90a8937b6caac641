import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { CONFIG, type Config } from '../config/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { EmailToken } from './email-token.entity.js';

export const EMAIL_TOKEN_LIFETIME_MS = 24 * HOUR;

/**
 * Links for mails: `<id>.<mac>`. The mac is derived from the id, so neither the database nor the queue holds anything
 * with which a link could be forged.
 */
@Injectable()
export class EmailTokens {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async issue(em: EntityManager, userId: string): Promise<EmailToken> {
    const now = this.clock.now();
    const token = em.create(EmailToken, { id: randomUUID(), userId, kind: 'confirm_email', expiresAt: new Date(now.getTime() + EMAIL_TOKEN_LIFETIME_MS), createdAt: now });
    await em.flush();
    return token;
  }

  secretOf(tokenId: string): string {
    return `${tokenId}.${this.mac(tokenId)}`;
  }

  /**
   * Uses a token up. The row is locked, so it works exactly once.
   * @returns the id of its user. @throws AppError `token_invalid` when forged, used or expired.
   */
  async redeem(em: EntityManager, secret: string): Promise<string> {
    const [id = '', mac = ''] = secret.split('.');
    const expected = this.mac(id);
    const genuine = mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
    if (!genuine || !z.uuid().safeParse(id).success) throw new AppError('token_invalid');
    const now = this.clock.now();
    const rows = await em.execute<{ user_id: string }[]>('update email_token set used_at = ? where id = ? and used_at is null and expires_at > ? returning user_id', [now, id, now]);
    if (!rows[0]) throw new AppError('token_invalid');
    return rows[0].user_id;
  }

  private mac(tokenId: string): string {
    return createHmac('sha256', this.config.mediaSecret).update(`email-token:${tokenId}`).digest('base64url');
  }
}
