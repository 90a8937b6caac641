import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { ProviderIdentity } from '../../integrations/google/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { Principal } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Passkey } from '../credentials/passkey.entity.js';
import { findUser, requireUser, SecurityNotices, SessionsService } from '../../identity/index.js';
import { GoogleIdentity } from '../credentials/google-identity.entity.js';

/** The Google account of somebody who is signed in. */
@Injectable()
export class GoogleLinks {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly notices: SecurityNotices,
    private readonly sessions: SessionsService,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Linking what is linked already changes nothing. That an account and a Google account are linked once is for the database to
   * say: two browsers may ask at the same time.
   * @throws AppError `google_already_linked` when it, or this account, is linked otherwise
   */
  async link(userId: string, identity: ProviderIdentity): Promise<void> {
    try {
      await this.em.transactional((em) => this.attach(em, userId, identity));
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new AppError('google_already_linked');
      throw error;
    }
    this.live.publish(userId, 'account.changed', {});
  }

  /** @throws AppError `google_failed` unless this is the Google account that is linked. */
  async prove(principal: Principal, identity: ProviderIdentity): Promise<void> {
    await this.em.transactional(async (em) => {
      const linked = await em.count(GoogleIdentity, { userId: principal.userId, subject: identity.subject });
      if (linked === 0) throw new AppError('google_failed');
      await this.sessions.markProven(em, principal.sessionId, { secondFactor: false });
    });
  }

  /** @throws AppError `not_found`; `last_way_in` when neither password nor passkey is left. */
  async unlink(userId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const user = await requireUser(em, userId, 'write');
      const linked = await em.findOne(GoogleIdentity, { userId }, { refresh: true });
      if (!linked) throw new AppError('not_found');
      if (!user.passwordHash && (await em.count(Passkey, { userId })) === 0) throw new AppError('last_way_in');
      await em.nativeDelete(GoogleIdentity, { id: linked.id });
      await this.notices.add(em, userId, 'google_unlinked', linked.email);
    });
    this.live.publish(userId, 'account.changed', {});
  }

  private async attach(em: EntityManager, userId: string, identity: ProviderIdentity): Promise<void> {
    if (!(await findUser(em, { id: userId }, 'write'))) throw new AppError('unauthenticated');
    if ((await em.count(GoogleIdentity, { userId, subject: identity.subject })) > 0) return;
    em.create(GoogleIdentity, {
      id: randomUUID(),
      userId,
      subject: identity.subject,
      email: identity.email,
      createdAt: this.clock.now(),
    });
    await this.notices.add(em, userId, 'google_linked', identity.email);
  }
}
