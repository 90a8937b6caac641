import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { requireStrength, hashPassword, passwordMatches } from '../password-rule/hashing.js';
import { confirmEmail, findUser, type Device, type User } from '../../identity/index.js';
import { EmailTokens } from './email-tokens.js';
import { Registrations, type RegistrationStatus } from './registrations.service.js';
import type { ConfirmEmailBody } from './sign-in.schemas.js';
import { SignInService } from './sign-in.service.js';
import type { SignedInAccount } from './signed-in.js';

type ConfirmInput = z.infer<typeof ConfirmEmailBody>;

/** What replaces the password and the name of the registration. */
interface Replacement {
  passwordHash: string;
  displayName: string;
}

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
  async confirm(
    input: ConfirmInput,
    browser: string | null,
    device: Device,
  ): Promise<SignedInAccount & { redirect: string | null }> {
    const replacement = await this.replacementOf(input, browser);
    const account = await this.em.transactional(async (em) => {
      // The user's row first, as everybody does: two who hold rows of each other would wait for ever.
      const userId = await this.tokens.look(em, input.token, 'confirm_email');
      const user = await findUser(em, { id: userId }, 'write');
      if (!user || user.emailConfirmedAt) throw new AppError('token_invalid');
      await this.tokens.redeem(em, input.token, 'confirm_email');
      // The link signs in once: a second one in an old mail would be a way around password and second factor.
      await this.tokens.endAll(em, userId, 'confirm_email');
      if (user.isBlocked) throw new AppError('account_blocked');
      await confirmEmail(em, user, replacement, this.clock.now());
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

  /**
   * Hashes and compares before the transaction: a connection is not held meanwhile.
   * @returns null for the person who registered, known by their browser or their password
   */
  private async replacementOf(input: ConfirmInput, browser: string | null): Promise<Replacement | null> {
    const userId = await this.tokens.look(this.em, input.token, 'confirm_email');
    const user = await findUser(this.em, { id: userId });
    if (!user) throw new AppError('token_invalid');
    if (input.newPassword !== undefined) return this.replacing(user, input, input.newPassword);
    if (await this.registrations.isFrom(this.em, userId, browser)) return null;
    if (input.password === undefined) throw new AppError('password_required');
    if (!(await passwordMatches(user.passwordHash ?? null, input.password))) throw new AppError('password_wrong');
    return null;
  }

  /** Somebody who does not know the password may not be the one who registered, so the name and the terms are theirs to give as well. */
  private async replacing(user: User, input: ConfirmInput, newPassword: string): Promise<Replacement> {
    const { displayName, acceptTerms } = input;
    const missing = [...(displayName === undefined ? ['displayName'] : []), ...(acceptTerms ? [] : ['acceptTerms'])];
    if (displayName === undefined || missing.length > 0) {
      throw new AppError('validation', {
        fields: missing.map((path) => ({ path, code: 'required', message: 'is needed with a new password' })),
      });
    }
    requireStrength(newPassword, { email: user.email, displayName });
    return { passwordHash: await hashPassword(newPassword), displayName };
  }
}
