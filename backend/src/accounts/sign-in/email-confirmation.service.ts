import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { facts } from '../../facts/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { demandStrength, hashPassword, passwordMatches } from '../passwords/hashing.js';
import type { Device } from '../sessions/device.js';
import { User } from '../users/user.entity.js';
import { EmailTokens } from './email-tokens.js';
import { Registrations, type RegistrationStatus } from './registrations.service.js';
import type { ConfirmEmailBody } from './sign-in.schemas.js';
import { SignInService } from './sign-in.service.js';
import type { SignedInAccount } from './signed-in.js';

type ConfirmInput = z.infer<typeof ConfirmEmailBody>;

/** What entitles somebody with the link to the account: that they registered it, or a password that replaces the registered one. */
type Entitlement = { kind: 'registered'; passwordHash: string | null } | { kind: 'replaces'; passwordHash: string; displayName: string };

/**
 * Confirms addresses. The link alone shows who owns the mailbox, not who registered: a stranger may have, with a password of his own
 * (docs/passwords.md).
 */
@Injectable()
export class EmailConfirmation {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly tokens: EmailTokens,
    private readonly registrations: Registrations,
    private readonly accounts: SignInService,
    private readonly live: LivePublisher,
  ) {}

  /**
   * @param browser the secret of the registration's cookie, if the request brought one
   * @returns the session, and the page that was asked for at the registration
   * @throws AppError `token_invalid`, `account_blocked`; and with the link left usable `password_required`, `password_wrong`, `weak_password`, `common_password`, `validation`
   */
  async confirm(input: ConfirmInput, browser: string | null, device: Device): Promise<SignedInAccount & { redirect: string | null }> {
    const entitlement = await this.entitlementOf(input, browser);
    const account = await this.em.transactional(async (em) => {
      // The user's row first, as everybody does: two who hold rows of each other would wait for ever.
      const userId = await this.tokens.look(em, input.token, 'confirm_email');
      const user = await em.findOne(User, { id: userId, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      if (!user || user.emailConfirmedAt) throw new AppError('token_invalid');
      await this.tokens.redeem(em, input.token, 'confirm_email');
      // The link signs in once: a second one in an old mail would be a way around password and second factor.
      await this.tokens.endAll(em, userId, 'confirm_email');
      if (user.isBlocked) throw new AppError('account_blocked');
      await this.takeOver(em, user, entitlement);
      const redirect = await this.registrations.end(em, userId);
      return { ...(await this.accounts.signIn(em, user, input.session, device, { secondFactor: false })), redirect };
    });
    this.live.publish(account.user.id, 'account.confirmed', {});
    return account;
  }

  /** @param browser the secret of the registration's cookie, if the request brought one */
  registrationOf(browser: string | null): Promise<RegistrationStatus> {
    return this.registrations.statusOf(this.em, browser);
  }

  /** Hashes and compares before the transaction: a connection is not held meanwhile. */
  private async entitlementOf(input: ConfirmInput, browser: string | null): Promise<Entitlement> {
    const userId = await this.tokens.look(this.em, input.token, 'confirm_email');
    const user = await this.em.findOne(User, { id: userId, deletedAt: null }, { refresh: true });
    if (!user) throw new AppError('token_invalid');
    if (input.newPassword !== undefined) return this.replacing(user, input, input.newPassword);
    const passwordHash = user.passwordHash ?? null;
    if (await this.registrations.isFrom(this.em, userId, browser)) return { kind: 'registered', passwordHash };
    if (input.password === undefined) throw new AppError('password_required');
    if (!(await passwordMatches(passwordHash, input.password))) throw new AppError('password_wrong');
    return { kind: 'registered', passwordHash };
  }

  /** Somebody who does not know the password may not be the one who registered, so the name and the terms are theirs to give as well. */
  private async replacing(user: User, input: ConfirmInput, newPassword: string): Promise<Entitlement> {
    const { displayName, acceptTerms } = input;
    const missing = [...(displayName === undefined ? ['displayName'] : []), ...(acceptTerms ? [] : ['acceptTerms'])];
    if (displayName === undefined || missing.length > 0) {
      throw new AppError('validation', { fields: missing.map((path) => ({ path, code: 'required', message: 'is needed with a new password' })) });
    }
    demandStrength(newPassword, { email: user.email, displayName });
    return { kind: 'replaces', passwordHash: await hashPassword(newPassword), displayName };
  }

  private async takeOver(em: EntityManager, user: User, entitlement: Entitlement): Promise<void> {
    const now = this.clock.now();
    if (entitlement.kind === 'replaces') {
      Object.assign(user, { passwordHash: entitlement.passwordHash, displayName: entitlement.displayName, termsAcceptedAt: now, termsVersion: facts.consents.terms });
      // Whoever asked for one may have been the stranger.
      await this.tokens.endAll(em, user.id, 'reset_password');
    } else if ((user.passwordHash ?? null) !== entitlement.passwordHash) {
      throw new AppError('token_invalid'); // a new password was set by mail meanwhile
    }
    user.emailConfirmedAt = now;
    await em.flush();
  }
}
