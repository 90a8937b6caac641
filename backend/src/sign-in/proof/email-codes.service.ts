import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { EmailCodeRequested } from '../sign-in.events.js';
import { EmailCode } from './email-code.entity.js';
import { db } from '../sign-in.tables.js';

export const EMAIL_CODE_LIFETIME_MS = facts.account.codeMinutes * MINUTE;
/** Guesses at one code: together they hit once in 200 000. */
const ATTEMPTS = 5;

/**
 * Six-digit codes for mails. The digits are derived from the id of the row, so neither the database nor the queue holds them.
 * Of several codes for one subject only the newest works.
 */
@Injectable()
export class EmailCodes {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Queues a mail with a new code, in the caller's transaction; earlier codes end.
   * @param subjectId what the code proves something for: a user, or an unfinished sign-in.
   */
  async issue(em: EntityManager, subjectId: string, email: string): Promise<void> {
    const now = this.clock.now();
    // The rows hold addresses, and expired ones are good for nothing.
    await db(em)
      .deleteFrom('email_code')
      .where(({ eb, or }) => or([eb('subject_id', '=', subjectId), eb('expires_at', '<', now)]))
      .execute();
    const code = em.create(EmailCode, {
      id: randomUUID(),
      subjectId,
      email,
      expiresAt: new Date(now.getTime() + EMAIL_CODE_LIFETIME_MS),
      createdAt: now,
    });
    await em.flush();
    await this.outbox.add(em, EmailCodeRequested, { codeId: code.id }, { dedupeKey: `email-code:${code.id}` });
  }

  /**
   * Uses a code up. Call it before the transaction, never inside: a wrong guess must stay counted when the caller rolls back, and
   * counting over a second connection while the first is held lets parallel requests empty the pool and wait for each other for ever.
   * @throws AppError `code_invalid` when wrong, used, expired, replaced by a newer one, or guessed at too often.
   */
  async verify(em: EntityManager, subjectId: string, typed: string): Promise<void> {
    if (em.isInTransaction()) throw new Error('EmailCodes.verify must not stand in a transaction');
    const now = this.clock.now();
    // Counted before it is compared, so that parallel guesses get no more attempts than others.
    const row = await db(em)
      .updateTable('email_code')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('email_code')
          .select('id')
          .where('subject_id', '=', subjectId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('attempts', '<', ATTEMPTS)
      .returning('id')
      .executeTakeFirst();
    if (!row || !this.isCodeOf(row.id, typed)) throw new AppError('code_invalid');
    const used = await db(em)
      .updateTable('email_code')
      .set({ used_at: now })
      .where('id', '=', row.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw new AppError('code_invalid');
  }

  /** What the mail says and where it goes. @returns null when the code is of no use any more. */
  async emailOf(codeId: string): Promise<{ email: string; code: string } | null> {
    const row = await this.em
      .fork()
      .findOne(EmailCode, { id: codeId, usedAt: null, expiresAt: { $gt: this.clock.now() } });
    return row && { email: row.email, code: this.codeOf(row.id) };
  }

  private isCodeOf(id: string, typed: string): boolean {
    const given = Buffer.from(typed.replace(/[\s\p{Pd}]/gu, ''));
    const expected = Buffer.from(this.codeOf(id));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private codeOf(id: string): string {
    const mac = createHmac('sha256', this.config.mediaSecret).update(`email-code:${id}`).digest();
    return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  }
}
