import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { PROOF_LIFETIME_MS, type Principal } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { GoogleIdentity } from '../credentials/google-identity.entity.js';
import { Passkey } from '../credentials/passkey.entity.js';
import { passwordMatches } from '../password-rule/hashing.js';
import { requireUser, SessionsService } from '../../identity/index.js';
import { Authenticator } from '../credentials/authenticator.entity.js';
import { TotpService } from '../totp/totp.service.js';
import { EmailCodes } from './email-codes.service.js';
import type { ProofMethods, ProveIdentityBody } from './proof.schemas.js';

/** Lets people prove who they are, before acts that a borrowed or stolen session must not do. */
@Injectable()
export class ProofService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly codes: EmailCodes,
    private readonly totp: TotpService,
    private readonly sessions: SessionsService,
    private readonly live: LivePublisher,
  ) {}

  /** A code by mail is for people without a password only: otherwise reading the mail would be enough to do without it. */
  async methods(principal: Principal): Promise<z.infer<typeof ProofMethods>> {
    const { userId, sessionId } = principal;
    const em = this.em.fork();
    const [user, session, authenticators, passkeys, identities] = await Promise.all([
      requireUser(em, userId),
      this.sessions.find(em, { userId, id: sessionId }),
      em.count(Authenticator, { userId }),
      em.count(Passkey, { userId }),
      em.count(GoogleIdentity, { userId }),
    ]);
    const methods: z.infer<typeof ProofMethods>['methods'] = [user.passwordHash ? 'password' : 'email_code'];
    if (authenticators > 0) methods.push('authenticator');
    if (passkeys > 0) methods.push('passkey');
    if (identities > 0 && this.config.google) methods.push('google');
    // Null when the session was ended from elsewhere meanwhile.
    const provenUntil = session && new Date(session.provenAt.getTime() + PROOF_LIFETIME_MS);
    return { methods, provenUntil: provenUntil && provenUntil >= this.clock.now() ? provenUntil.toISOString() : null };
  }

  /** @throws AppError `password_wrong`; `code_invalid`, also for a way this person does not have. */
  async prove(principal: Principal, body: z.infer<typeof ProveIdentityBody>): Promise<z.infer<typeof ProofMethods>> {
    const { userId, sessionId } = principal;
    if (body.method === 'password') await this.requirePassword(userId, body.value);
    if (body.method === 'email_code') await this.requireEmailCode(userId, body.value);
    const secondFactor = body.method === 'authenticator';
    await this.em.transactional(async (em) => {
      if (secondFactor) await this.totp.requireCode(em, userId, body.value, 'proof');
      await this.sessions.markProven(em, sessionId, { secondFactor });
    });
    // A recovery code may have been used up.
    if (secondFactor) this.live.publish(userId, 'account.changed', {});
    return this.methods(principal);
  }

  /** Sends nothing to people with a password. */
  async sendCode(userId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const user = await requireUser(em, userId);
      if (!user.passwordHash) await this.codes.issue(em, userId, user.email);
    });
  }

  private async requirePassword(userId: string, password: string): Promise<void> {
    const user = await requireUser(this.em, userId);
    if (!(await passwordMatches(user.passwordHash ?? null, password))) throw new AppError('password_wrong');
  }

  private async requireEmailCode(userId: string, typed: string): Promise<void> {
    const user = await requireUser(this.em, userId);
    if (user.passwordHash) throw new AppError('code_invalid');
    await this.codes.verify(this.em, userId, typed);
  }
}
