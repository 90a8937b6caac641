import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { ChallengesService } from '../challenges/challenges.service.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { RateLimiter, type Principal } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Sealing } from '../../platform/sealing/index.js';
import { requireUser, SecurityNotices, SessionsService } from '../../identity/index.js';
import { codesOf, LIMITS } from '../limits.js';
import { Authenticator } from '../credentials/authenticator.entity.js';
import { newSecret, plainCode, stepOfCode } from './one-time-codes.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { requireSecondFactor } from './second-factor.js';
import { db } from '../sign-in.tables.js';

/** What the secrets of authenticator apps are sealed for. */
const PURPOSE = 'bildnis authenticator secrets 1';

const SetupPayload = z.object({ sealedSecret: z.string() });

/** Authenticator apps (TOTP) and the recovery codes that stand in for them. */
@Injectable()
export class TotpService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly challenges: ChallengesService,
    private readonly sealing: Sealing,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly sessions: SessionsService,
    private readonly notices: SecurityNotices,
    private readonly limiter: RateLimiter,
    private readonly live: LivePublisher,
  ) {}

  /** Nothing is switched on until the app has shown a right code. @throws AppError `conflict` when there is one already. */
  async beginSetup(userId: string): Promise<{ setupId: string; secret: string; uri: string }> {
    const user = await requireUser(this.em, userId);
    if ((await this.em.count(Authenticator, { userId })) > 0)
      throw new AppError('conflict', { detail: 'one authenticator per account' });
    const secret = newSecret(user.email);
    const setupId = await this.challenges.begin('totp_setup', userId, {
      sealedSecret: this.sealing.seal(PURPOSE, secret.bytes, userId),
    });
    return { setupId, secret: secret.base32, uri: secret.uri };
  }

  /**
   * Switches the authenticator on. A mistyped code leaves the setup usable; the right one cannot be used a second time.
   * @returns the recovery codes. @throws AppError `code_invalid`, also for an unknown or expired setup; `conflict`.
   */
  async confirmSetup(principal: Principal, setupId: string, code: string): Promise<string[]> {
    const { userId, sessionId } = principal;
    const setup = await this.challenges.look(setupId, 'totp_setup', userId, SetupPayload);
    const lastStep = setup && this.stepOf(setup.sealedSecret, userId, plainCode(code));
    if (!setup || lastStep === null) throw new AppError('code_invalid');
    try {
      const codes = await this.em.transactional(async (em) => {
        if (!(await this.challenges.take(setupId, 'totp_setup', userId, SetupPayload, em)))
          throw new AppError('code_invalid');
        em.create(Authenticator, {
          id: randomUUID(),
          userId,
          sealedSecret: setup.sealedSecret,
          lastStep,
          createdAt: this.clock.now(),
        });
        await em.flush();
        await this.notices.add(em, userId, 'authenticator_added');
        await this.sessions.markProven(em, sessionId, { secondFactor: true });
        return this.recoveryCodes.replaceAll(em, userId);
      });
      this.live.publish(userId, 'account.changed', {});
      return codes;
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new AppError('conflict', { detail: 'one authenticator per account' });
      throw error;
    }
  }

  /** @throws AppError `not_found` without an authenticator; `second_factor_required`. */
  async renewRecoveryCodes(principal: Principal): Promise<string[]> {
    const { userId } = principal;
    const codes = await this.em.transactional(async (em) => {
      const authenticator = await em.findOne(Authenticator, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!authenticator) throw new AppError('not_found');
      await requireSecondFactor(em, principal);
      await this.notices.add(em, userId, 'recovery_codes_renewed');
      return this.recoveryCodes.replaceAll(em, userId);
    });
    this.live.publish(userId, 'account.changed', {});
    return codes;
  }

  /** Switches the authenticator off; its recovery codes end with it. @throws AppError `not_found` without one; `second_factor_required`. */
  async remove(principal: Principal): Promise<void> {
    const { userId } = principal;
    await this.em.transactional(async (em) => {
      await requireSecondFactor(em, principal);
      if ((await em.nativeDelete(Authenticator, { userId })) === 0) throw new AppError('not_found');
      await this.recoveryCodes.removeAll(em, userId);
      await this.notices.add(em, userId, 'authenticator_removed');
    });
    this.live.publish(userId, 'account.changed', {});
  }

  /**
   * Checks the second factor at sign-in. Ask only after the password was right: strangers learn nothing about the account,
   * and cannot use up its attempts.
   * @returns true when one was shown, false when the account has none.
   * @throws AppError `second_factor_required`, `code_invalid`, `rate_limited`.
   */
  async requireAtSignIn(em: EntityManager, userId: string, code: string | undefined): Promise<boolean> {
    if ((await em.count(Authenticator, { userId })) === 0) return false;
    if (code === undefined) throw new AppError('second_factor_required');
    await this.requireCode(em, userId, code, 'sign-in');
    return true;
  }

  /**
   * Uses up a code of the app, or a recovery code, in the caller's transaction. Each works once, also for two who try at the
   * same moment. Right codes of the app count towards the limit as well; otherwise somebody who guesses would still be told the right
   * one. Recovery codes are too long to be guessed, and remain for the owner whose app codes somebody used up.
   * @param occasion attempts are counted apart, so that a stolen session cannot shut its owner out of signing in.
   * @throws AppError `code_invalid`, `rate_limited`.
   */
  async requireCode(em: EntityManager, userId: string, typed: string, occasion: 'sign-in' | 'proof'): Promise<void> {
    const code = plainCode(typed);
    const isOfApp = /^\d{6}$/.test(code);
    if (isOfApp) await this.limiter.consume(LIMITS.codePerAccount, codesOf(userId, occasion));
    const accepted = isOfApp ? await this.useAppCode(em, userId, code) : await this.recoveryCodes.use(em, userId, code);
    if (!accepted) throw new AppError('code_invalid');
  }

  private async useAppCode(em: EntityManager, userId: string, code: string): Promise<boolean> {
    const authenticator = await em.findOne(Authenticator, { userId }, { refresh: true });
    const step = authenticator && this.stepOf(authenticator.sealedSecret, userId, code);
    if (step === null) return false;
    const used = await db(em)
      .updateTable('authenticator')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  private stepOf(sealedSecret: string, userId: string, code: string): number | null {
    const secret = this.sealing.open(PURPOSE, sealedSecret, userId);
    return secret && stepOfCode(secret, code, this.clock.now());
  }
}
