import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { findUser } from '../../identity/index.js';
import { EmailToken, type EmailTokenKind } from './email-token.entity.js';
import { db } from '../sign-in.tables.js';

/** How long a link works: a reset is wanted now, a confirmation may be read tomorrow. */
export const EMAIL_TOKEN_LIFETIME_MS: Record<EmailTokenKind, number> = {
  confirm_email: facts.account.confirmationHours * HOUR,
  reset_password: facts.account.resetHours * HOUR,
};

/**
 * Links for mails: `<id>.<mac>`. The mac is derived from id and kind, so neither the database nor the queue holds anything
 * with which a link could be forged, and a link of one kind is none of another.
 */
@Injectable()
export class EmailTokens {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues the token of a mail that is about to be sent; a second time it changes nothing. Who asks for a mail is answered before, so
   * that the answer takes as long for addresses nobody has.
   * @returns whether there is somebody to send it to: an account that is not blocked, and for a confirmation still waits for it
   */
  async issue(em: EntityManager, token: { id: string; userId: string; kind: EmailTokenKind }): Promise<boolean> {
    const { id, userId, kind } = token;
    const now = this.clock.now();
    return em.transactional(async (inner) => {
      // Locked, so that no link is made for an account that is being confirmed at this moment.
      const user = await findUser(inner, { id: userId, isBlocked: false }, 'write');
      if (!user || (kind === 'confirm_email' && user.emailConfirmedAt)) return false;
      await inner.execute(
        'insert into email_token (id, created_at, user_id, kind, expires_at) values (?, ?, ?, ?, ?) on conflict (id) do nothing',
        [id, now, userId, kind, new Date(now.getTime() + EMAIL_TOKEN_LIFETIME_MS[kind])],
      );
      return (await inner.count(EmailToken, { id, kind, usedAt: null })) > 0;
    });
  }

  secretOf(tokenId: string, kind: EmailTokenKind): string {
    return `${tokenId}.${this.mac(tokenId, kind)}`;
  }

  /** Looks at a token without using it up. @returns the id of its user. @throws AppError `token_invalid`. */
  async look(em: EntityManager, secret: string, kind: EmailTokenKind): Promise<string> {
    const token = await em.findOne(
      EmailToken,
      { id: this.requireGenuine(secret, kind), kind, usedAt: null, expiresAt: { $gt: this.clock.now() } },
      { refresh: true },
    );
    if (!token) throw new AppError('token_invalid');
    return token.userId;
  }

  /**
   * Uses a token up. The row is locked, so it works exactly once.
   * @returns the id of its user. @throws AppError `token_invalid` when forged, used, expired or of another kind.
   */
  async redeem(em: EntityManager, secret: string, kind: EmailTokenKind): Promise<string> {
    const now = this.clock.now();
    const used = await db(em)
      .updateTable('email_token')
      .set({ used_at: now })
      .where('id', '=', this.requireGenuine(secret, kind))
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst();
    if (!used) throw new AppError('token_invalid');
    return used.user_id;
  }

  /** Ends every open link of a kind: the newest use of one makes the others useless. */
  async endAll(em: EntityManager, userId: string, kind: EmailTokenKind): Promise<void> {
    await db(em)
      .updateTable('email_token')
      .set({ used_at: this.clock.now() })
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .execute();
  }

  private requireGenuine(secret: string, kind: EmailTokenKind): string {
    const [id = '', mac = ''] = secret.split('.');
    const expected = Buffer.from(this.mac(id, kind));
    const given = Buffer.from(mac);
    const genuine = given.length === expected.length && timingSafeEqual(given, expected);
    if (!genuine || !z.uuid().safeParse(id).success) throw new AppError('token_invalid');
    return id;
  }

  private mac(tokenId: string, kind: EmailTokenKind): string {
    return createHmac('sha256', this.config.mediaSecret).update(`email-token:${kind}:${tokenId}`).digest('base64url');
  }
}
