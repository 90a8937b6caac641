import { randomUUID } from 'node:crypto';
import { setTimeout as timer } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, SECOND } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { RateLimiter, type Limit } from '../../platform/http/index.js';
import { findUser, SecurityNotices } from '../../identity/index.js';
import { WaitingRoom } from './waiting-room.js';

/** Wrong passwords for one account, wherever they come from. The limit itself refuses nobody; its count decides how long the next try waits. */
const FAILURES: Limit = { name: 'login-failures', points: 1_000_000, seconds: 3600 };
const NOTICE: Limit = { name: 'guessing-notice', points: 1, seconds: 86_400 };

/** More than one person at one address can mistype in an hour, so what goes beyond is guessed. */
export const GUESSING = {
  freeFailures: 20,
  failuresPerStep: 10,
  firstDelayMs: 250,
  longestDelayMs: 5 * SECOND,
  noticeFrom: 50,
} as const;

/** Places for requests that wait, per process. */
export const GUESSING_ROOM = { total: 200, perAccount: 20, perAccountAndAddress: 2 } as const;

/** How long a try waits after so many wrong ones within the hour, in milliseconds. */
export function delayAfter(failures: number): number {
  if (failures < GUESSING.freeFailures) return 0;
  const steps = Math.floor((failures - GUESSING.freeFailures) / GUESSING.failuresPerStep);
  return Math.min(GUESSING.longestDelayMs, GUESSING.firstDelayMs * 2 ** steps);
}

export interface SignInAttempt {
  email: string;
  address: string;
  /** Whether this browser has signed in to the account before: it never waits for what strangers did. */
  isKnownBrowser: boolean;
}

/**
 * Slows down guessing at one account from many addresses. Nobody is locked out: the right password always works after the delay. All of
 * it is the same for addresses that have no account.
 */
@Injectable()
export class GuessingBrake {
  private readonly room = new WaitingRoom(GUESSING_ROOM);

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
    private readonly notices: SecurityNotices,
  ) {}

  /**
   * Tries to sign in, after the delay that the account's failures ask for. A try counts before it is made, so that many at the same
   * moment are not all the first one; what was no wrong password is taken back.
   * @throws AppError `rate_limited` where too many wait already; what `signIn` throws
   */
  async slowly<T>(attempt: SignInAttempt, signIn: () => Promise<T>): Promise<T> {
    const usage = await this.limiter.count(FAILURES, attempt.email);
    const failures = usage ? FAILURES.points - usage.remaining : 0;
    let wasWrong = false;
    try {
      if (!attempt.isKnownBrowser) await this.wait(delayAfter(failures - 1), attempt);
      return await signIn();
    } catch (error) {
      wasWrong = error instanceof AppError && error.code === 'invalid_credentials';
      if (wasWrong && failures >= GUESSING.noticeFrom) await this.tellOwner(attempt.email);
      throw error;
    } finally {
      if (!wasWrong) await this.limiter.giveBack(FAILURES, attempt.email);
    }
  }

  /** Waits; a method of its own so that tests can see how long without waiting. */
  pause(ms: number): Promise<void> {
    return timer(ms);
  }

  /** Holds nothing but its place: no connection to the database, and the place is kept also when the caller hangs up. */
  private async wait(ms: number, { email, address }: SignInAttempt): Promise<void> {
    if (ms === 0) return;
    const leave = this.room.enter(email, address, Math.ceil(ms / SECOND));
    try {
      await this.pause(ms);
    } finally {
      leave();
    }
  }

  /** At most once a day, also when Redis has forgotten. For an address without an account the same is written, about nobody. */
  private async tellOwner(email: string): Promise<void> {
    if (!(await this.limiter.allows(NOTICE, email))) return;
    await this.em.transactional(async (em) => {
      const owner = await findUser(em, { email, isBlocked: false, isConfirmed: true });
      const userId = owner?.id ?? randomUUID();
      await this.notices.add(em, userId, 'guessed_at', null, {
        dedupeKey: `guessed-at:${userId}:${this.clock.now().toISOString().slice(0, 10)}`,
      });
    });
  }
}
