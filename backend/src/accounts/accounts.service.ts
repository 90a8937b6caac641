import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { AccountFacetRegistry } from './account-facets.js';
import { EmailConfirmationRequested } from './accounts.events.js';
import type { LoginBody, Me, RegisterBody } from './accounts.schemas.js';
import { EmailTokens } from './email-tokens.js';
import { demandStrength, hashPassword, passwordMatches } from './password.js';
import { SessionsService, type Device } from './sessions.service.js';
import { User } from './user.entity.js';

export interface SignedInAccount {
  user: Me;
  token: string;
  expiresAt: Date;
}

@Injectable()
export class AccountsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly sessions: SessionsService,
    private readonly tokens: EmailTokens,
    private readonly facets: AccountFacetRegistry,
    private readonly live: LivePublisher,
  ) {}

  /** @throws AppError `weak_password`, `email_taken`. */
  async register(input: z.infer<typeof RegisterBody>): Promise<void> {
    demandStrength(input.password);
    const passwordHash = await hashPassword(input.password);
    try {
      await this.em.transactional(async (em) => {
        const now = this.clock.now();
        const user = em.create(User, { email: input.email, displayName: input.displayName, passwordHash, termsAcceptedAt: now, termsVersion: facts.consents.terms, createdAt: now });
        await em.flush();
        await this.sendConfirmation(em, user.id);
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new AppError('email_taken');
      throw error;
    }
  }

  /** Says nothing about whether the address is known. */
  async resendConfirmation(email: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const user = await em.findOne(User, { email, emailConfirmedAt: null });
      if (user) await this.sendConfirmation(em, user.id);
    });
  }

  /** @throws AppError `token_invalid`, `account_blocked`. */
  async confirmEmail(secret: string, transport: 'cookie' | 'bearer', device: Device): Promise<SignedInAccount> {
    const result = await this.em.transactional(async (em) => {
      const userId = await this.tokens.redeem(em, secret);
      const user = await em.findOneOrFail(User, { id: userId });
      if (user.isBlocked) throw new AppError('account_blocked');
      user.emailConfirmedAt ??= this.clock.now();
      return { user, session: await this.sessions.open(em, userId, transport, device) };
    });
    this.live.publish(result.user.id, 'account.confirmed', {});
    return { user: await this.view(result.user), ...result.session };
  }

  /** @throws AppError `invalid_credentials`, `email_not_confirmed`, `account_blocked`; the latter two only with the right password. */
  async login(input: z.infer<typeof LoginBody>, device: Device): Promise<SignedInAccount> {
    const user = await this.em.findOne(User, { email: input.email });
    if (!(await passwordMatches(user?.passwordHash ?? null, input.password)) || !user) throw new AppError('invalid_credentials');
    if (user.isBlocked) throw new AppError('account_blocked');
    if (!user.emailConfirmedAt) throw new AppError('email_not_confirmed');
    const session = await this.sessions.open(this.em, user.id, input.session === 'token' ? 'bearer' : 'cookie', device);
    return { user: await this.view(user), ...session };
  }

  async me(userId: string): Promise<Me> {
    return this.view(await this.em.findOneOrFail(User, { id: userId }));
  }

  /** Name and address for a letter to the user. */
  async addressee(userId: string): Promise<{ email: string; displayName: string | null } | null> {
    const user = await this.em.findOne(User, { id: userId });
    return user && { email: user.email, displayName: user.displayName ?? null };
  }

  private async sendConfirmation(em: EntityManager, userId: string): Promise<void> {
    const token = await this.tokens.issue(em, userId);
    await this.outbox.add(em, EmailConfirmationRequested, { userId, tokenId: token.id }, { dedupeKey: `confirm-email:${token.id}` });
  }

  private async view(user: User): Promise<Me> {
    const [credits, plan] = await Promise.all([this.facets.get('credits')(user.id), this.facets.get('plan')(user.id)]);
    return {
      id: user.id,
      email: user.email,
      displayName: user.displayName ?? null,
      avatarUrl: user.avatarUrl ?? null,
      role: user.role,
      emailConfirmed: Boolean(user.emailConfirmedAt),
      credits,
      hasActiveSubscription: plan.active,
      nextGrant: plan.nextGrant ? { credits: plan.nextGrant.credits, at: plan.nextGrant.at.toISOString() } : null,
      createdAt: user.createdAt.toISOString(),
    };
  }
}
