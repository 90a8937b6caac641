import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox, type AfterCommit } from '../../platform/queue/index.js';
import { AccountBlocked, LeftoversDue } from '../privacy.events.js';
import { AccountDataRegistry, findUser, openSessionsAndKeys, setBlocked, type User } from '../../identity/index.js';
import { LEFTOVERS_AFTER_MS } from './account-deletion.service.js';

/** Shuts users out and lets them in again. */
@Injectable()
export class BlockingService {
  constructor(
    private readonly clock: Clock,
    private readonly registry: AccountDataRegistry,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Blocks a user in the caller's transaction: sessions end, keys are refused, queued and running work is called off and
   * its credits come back, a subscription ends with its period, the user is told why.
   * @returns what is to be done after the commit; null when the user was blocked already, and nothing changed.
   * @throws AppError `not_found` for an unknown or deleted account.
   */
  async block(em: EntityManager, userId: string, reason: string): Promise<AfterCommit | null> {
    const user = await this.lock(em, userId);
    if (user.isBlocked) return null;
    const now = this.clock.now();
    await setBlocked(em, user, reason);
    const ended = await openSessionsAndKeys(em, userId);
    await this.registry.block(em, userId);
    await this.outbox.add(em, AccountBlocked, { userId, reason, at: now.toISOString() });
    await this.outbox.add(em, LeftoversDue, { userId }, { runAfter: new Date(now.getTime() + LEFTOVERS_AFTER_MS) });
    return () => this.live.end(ended);
  }

  /**
   * Lets a user in again. What was called off stays called off, and a subscription that was to end ends.
   * @returns false when the user was not blocked. @throws AppError `not_found` as in `block`.
   */
  async unblock(em: EntityManager, userId: string): Promise<boolean> {
    const user = await this.lock(em, userId);
    if (!user.isBlocked) return false;
    await setBlocked(em, user, null);
    return true;
  }

  private async lock(em: EntityManager, userId: string): Promise<User> {
    const user = await findUser(em, { id: userId }, 'write');
    if (!user) throw new AppError('not_found');
    return user;
  }
}
