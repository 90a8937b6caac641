import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { EmailConfirmationRequested } from '../sign-in.events.js';
import { requireStrength, hashPassword, passwordMatches } from '../password-rule/hashing.js';
import { createUser, findUser, type Device, SessionsService, type User, UsersService } from '../../identity/index.js';
import { TotpService } from '../totp/totp.service.js';
import { Registrations } from './registrations.service.js';
import type { LoginBody, RegisterBody, SessionKind } from './sign-in.schemas.js';
import type { SignedInAccount } from './signed-in.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly registrations: Registrations,
    private readonly totp: TotpService,
  ) {}

  /**
   * @returns the secret by which the registering browser is recognised when the address is confirmed
   * @throws AppError `weak_password`, `common_password`, `email_taken`
   */
  async register(input: z.infer<typeof RegisterBody>): Promise<string> {
    requireStrength(input.password, input);
    const passwordHash = await hashPassword(input.password);
    try {
      return await this.em.transactional(async (em) => {
        const { email, displayName } = input;
        const user = await createUser(em, { email, displayName, passwordHash }, this.clock.now());
        await this.sendConfirmation(em, user.id);
        return this.registrations.begin(em, user.id, input.redirect ?? null);
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new AppError('email_taken');
      throw error;
    }
  }

  /** Says nothing about whether the address is known, nor by how long it takes: who gets a mail is decided when it is sent. */
  async resendConfirmation(email: string): Promise<void> {
    await this.em.transactional(async (em) => this.sendConfirmation(em, await this.users.idOrNobody(em, email)));
  }

  /** @throws AppError `invalid_credentials`; with the right password also `account_blocked`, `email_not_confirmed`, `second_factor_required`, `code_invalid`. */
  async login(input: z.infer<typeof LoginBody>, device: Device): Promise<SignedInAccount> {
    const user = await findUser(this.em, { email: input.email });
    const shownHash = user?.passwordHash ?? null;
    if (!(await passwordMatches(shownHash, input.password)) || !user) throw new AppError('invalid_credentials');
    if (user.isBlocked) throw new AppError('account_blocked');
    if (!user.emailConfirmedAt) throw new AppError('email_not_confirmed');
    return this.em.transactional(async (em) => {
      // The password was right a moment ago; a reset or a block in between must not leave this session behind.
      const current = await findUser(em, { id: user.id }, 'read');
      if (!current || current.passwordHash !== shownHash) throw new AppError('invalid_credentials');
      if (current.isBlocked) throw new AppError('account_blocked');
      const secondFactor = await this.totp.requireAtSignIn(em, user.id, input.secondFactor);
      return this.signIn(em, current, input.session, device, { secondFactor });
    });
  }

  /** Opens a session for somebody whose identity has been established, in the caller's transaction. */
  async signIn(
    em: EntityManager,
    user: User,
    kind: SessionKind,
    device: Device,
    options: { secondFactor: boolean },
  ): Promise<SignedInAccount> {
    const session = await this.sessions.open(em, user.id, {
      transport: kind === 'token' ? 'bearer' : 'cookie',
      device,
      secondFactor: options.secondFactor,
    });
    return { user: await this.users.view(user), ...session };
  }

  async sendConfirmation(em: EntityManager, userId: string): Promise<void> {
    const tokenId = randomUUID();
    await this.outbox.add(
      em,
      EmailConfirmationRequested,
      { userId, tokenId },
      { dedupeKey: `confirm-email:${tokenId}` },
    );
  }
}
