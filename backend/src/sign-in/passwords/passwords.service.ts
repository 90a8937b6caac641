import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { PROOF_LIFETIME_MS, RateLimiter, type Principal } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PasswordResetRequested } from '../sign-in.events.js';
import {
  ApiKeysService,
  findUser,
  requireUser,
  SecurityNotices,
  SessionsService,
  setPassword,
  UsersService,
  type Device,
  type OpenedSession,
} from '../../identity/index.js';
import { EmailTokens } from '../login/email-tokens.js';
import { codesOf, LIMITS } from '../limits.js';
import { requireStrength, hashPassword, passwordMatches } from '../password-rule/hashing.js';
import type { ChangePasswordBody, ResetPasswordBody } from './passwords.schemas.js';

@Injectable()
export class PasswordsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly users: UsersService,
    private readonly tokens: EmailTokens,
    private readonly sessions: SessionsService,
    private readonly keys: ApiKeysService,
    private readonly notices: SecurityNotices,
    private readonly live: LivePublisher,
    private readonly limiter: RateLimiter,
  ) {}

  /** Says nothing about whether the address is known, nor by how long it takes: who gets a mail is decided when it is sent. */
  async requestReset(email: string): Promise<void> {
    const tokenId = randomUUID();
    await this.em.transactional(async (em) => {
      const userId = await this.users.idOrNobody(em, email);
      await this.outbox.add(
        em,
        PasswordResetRequested,
        { userId, tokenId },
        { dedupeKey: `reset-password:${tokenId}` },
      );
    });
  }

  /** @returns how many API keys the account has. @throws AppError `token_invalid`. */
  async checkReset(secret: string): Promise<number> {
    return (await this.keys.list(await this.tokens.look(this.em, secret, 'reset_password'))).length;
  }

  /**
   * Sets a new password and ends every session, and every API key unless they are to stay.
   * @throws AppError `token_invalid`; `weak_password`, `common_password`, which leave the link usable.
   */
  async reset({ token: secret, newPassword, revokeApiKeys }: z.infer<typeof ResetPasswordBody>): Promise<void> {
    const userId = await this.tokens.look(this.em, secret, 'reset_password');
    const owner = await requireUser(this.em, userId);
    requireStrength(newPassword, owner);
    const passwordHash = await hashPassword(newPassword);
    const ended = await this.em.transactional(async (em) => {
      // The user's row first, as everywhere: a sign-in with the old password waits, and then fails.
      const user = await findUser(em, { id: userId, isBlocked: false, isConfirmed: true }, 'write');
      if (!user) throw new AppError('token_invalid');
      await this.tokens.redeem(em, secret, 'reset_password');
      await setPassword(em, user, passwordHash);
      await this.tokens.endAll(em, userId, 'reset_password');
      const keys = revokeApiKeys ? await this.keys.removeAll(em, userId) : [];
      await this.notices.add(em, userId, 'password_reset', revokeApiKeys ? String(keys.length) : 'kept');
      return [...keys, ...(await this.sessions.removeAll(em, userId))];
    });
    // The tries were used up with the old password.
    await this.limiter.clear(LIMITS.codePerAccount, codesOf(userId, 'sign-in'));
    this.live.end(ended);
  }

  /**
   * Changes the password, or sets the first one after a recent proof of identity. Every session ends; the one it was done
   * from goes on under a new token.
   * @returns the renewed session of a browser; null for a program, whose token stays.
   * @throws AppError `password_wrong`, `proof_required`, `same_password`, `weak_password`, `common_password`; `unauthenticated` when the session ended meanwhile.
   */
  async change(
    principal: Principal,
    input: z.infer<typeof ChangePasswordBody>,
    device: Device,
  ): Promise<OpenedSession | null> {
    const user = await requireUser(this.em, principal.userId);
    const shownHash = user.passwordHash ?? null;
    await this.requireOwner(principal, shownHash, input.currentPassword);
    // The current one has just been shown to be right, so the words can be compared as they are.
    if (shownHash && input.newPassword === input.currentPassword) throw new AppError('same_password');
    requireStrength(input.newPassword, user);
    const passwordHash = await hashPassword(input.newPassword);
    const isBrowser = principal.transport === 'cookie';
    const { ended, session } = await this.em.transactional(async (em) => {
      await this.takeOver(em, principal, { from: shownHash, to: passwordHash });
      await this.tokens.endAll(em, user.id, 'reset_password');
      await this.notices.add(em, user.id, 'password_changed');
      const removed = await this.sessions.removeAll(em, user.id, isBrowser ? {} : { except: principal.sessionId });
      return {
        ended: removed,
        session: isBrowser
          ? await this.sessions.open(em, user.id, { transport: 'cookie', device, secondFactor: principal.secondFactor })
          : null,
      };
    });
    await this.limiter.clear(LIMITS.codePerAccount, codesOf(user.id, 'sign-in'));
    // The page it was done from still holds the old cookie; told that its session has ended, it would sign its owner out.
    const [renewed, others] = [
      ended.filter((id) => id === principal.sessionId),
      ended.filter((id) => id !== principal.sessionId),
    ];
    this.live.end(others);
    this.live.renew(renewed);
    return session;
  }

  /** The current password, or a recent proof from somebody who has none. */
  private async requireOwner(principal: Principal, hash: string | null, password: string | undefined): Promise<void> {
    if (hash) {
      if (!(await passwordMatches(hash, password ?? ''))) throw new AppError('password_wrong');
    } else if (this.clock.now().getTime() - (principal.provenAt?.getTime() ?? 0) > PROOF_LIFETIME_MS) {
      throw new AppError('proof_required');
    }
  }

  /** While the passwords were hashed, a reset may have changed the password, or somebody ended this session: then this change is void. */
  private async takeOver(
    em: EntityManager,
    principal: Principal,
    hash: { from: string | null; to: string },
  ): Promise<void> {
    const { userId, sessionId } = principal;
    const user = await findUser(em, { id: userId, isBlocked: false }, 'write');
    if (!user || !(await this.sessions.find(em, { userId, id: sessionId }))) throw new AppError('unauthenticated');
    if ((user.passwordHash ?? null) !== hash.from) throw new AppError('password_wrong');
    await setPassword(em, user, hash.to);
  }
}
