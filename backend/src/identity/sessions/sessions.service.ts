import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { facts } from '../../facts/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { pageOf } from '../../platform/database/index.js';
import type { PageQuery, Principal } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { truncateAddress } from '../../platform/logging/index.js';
import type { Device } from './device.js';
import { Session } from './session.entity.js';
import { hashToken } from './token-hash.js';
import { db } from '../identity.tables.js';
import { lockUser } from '../users/published-queries.js';

const SESSION_LIFETIME_MS = facts.cookies.sessionDays * DAY;
/** Beyond this the one used longest ago ends: a list nobody can read protects nobody. */
const SESSIONS_PER_USER = 50;

export interface OpenedSession {
  token: string;
  expiresAt: Date;
}

/** Sessions of people. Ending one also ends its sockets, in every process. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly live: LivePublisher,
  ) {}

  /** @returns the token, which is shown once and stored only as a hash. */
  async open(
    em: EntityManager,
    userId: string,
    options: { transport: Principal['transport']; device: Device; secondFactor: boolean },
  ): Promise<OpenedSession> {
    const token = `bs_${randomBytes(32).toString('base64url')}`;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS);
    const { userAgent, address } = options.device;
    em.create(Session, {
      id: randomUUID(),
      userId,
      tokenHash: hashToken(token),
      transport: options.transport,
      createdAt: now,
      lastSeenAt: now,
      provenAt: now,
      secondFactor: options.secondFactor,
      expiresAt,
      userAgent: userAgent?.slice(0, 300) ?? null,
      address: address ? truncateAddress(address) : null,
    });
    await em.flush();
    await db(em)
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where('id', 'not in', ({ selectFrom }) =>
        selectFrom('session')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('last_seen_at', 'desc')
          .orderBy('created_at', 'desc')
          .limit(SESSIONS_PER_USER),
      )
      .execute();
    return { token, expiresAt };
  }

  /** Those that still hold, newest use first. */
  list(userId: string): Promise<Session[]> {
    return this.em.find(
      Session,
      { userId, expiresAt: { $gt: this.clock.now() } },
      { orderBy: { lastSeenAt: 'desc' }, refresh: true },
    );
  }

  /** All of them, also those that have expired and were not cleared away, newest first. */
  page(userId: string, page: PageQuery): Promise<{ items: Session[]; nextCursor: string | null }> {
    return pageOf(this.em, Session, { userId }, page);
  }

  /** As it stands now; null once it has ended. */
  find(em: EntityManager, { userId, id }: { userId: string; id: string }): Promise<Session | null> {
    return em.findOne(Session, { id, userId }, { refresh: true });
  }

  /** Ends a session; one that is gone already is no error. */
  async end(userId: string, id: string): Promise<void> {
    await this.em.nativeDelete(Session, { id, userId });
    this.live.end([id]);
    this.live.publish(userId, 'account.changed', {});
  }

  /** @throws AppError `not_found`, also for a stranger's session. */
  async endOne(userId: string, id: string): Promise<void> {
    if ((await this.em.count(Session, { id, userId })) === 0) throw new AppError('not_found');
    await this.end(userId, id);
  }

  /** Ends every session of a user, or every other one. */
  async endAll(userId: string, options: { except?: string } = {}): Promise<void> {
    const ended = await this.em.transactional(async (em) => {
      // Waits for a renewal that is under way, so that the new session ends as well.
      await lockUser(em, userId);
      return this.removeAll(em, userId, options);
    });
    this.live.end(ended);
    this.live.publish(userId, 'account.changed', {});
  }

  /** The part of `endAll` that belongs into a transaction. @returns the ids whose sockets are to be ended after the commit. */
  async removeAll(em: EntityManager, userId: string, options: { except?: string } = {}): Promise<string[]> {
    const rows = await db(em)
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where(sql<boolean>`id is distinct from ${options.except ?? null}::uuid`)
      .returning('id')
      .execute();
    return rows.map((row) => row.id);
  }

  /** Notes that the person behind a session has just proven who they are. */
  async markProven(em: EntityManager, sessionId: string, options: { secondFactor: boolean }): Promise<void> {
    await db(em)
      .updateTable('session')
      .set({ proven_at: this.clock.now(), ...(options.secondFactor ? { second_factor: true } : {}) })
      .where('id', '=', sessionId)
      .execute();
  }
}
