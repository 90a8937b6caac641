import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { facts } from '../../facts/index.js';
import type { ProviderIdentity } from '../../integrations/google/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { displayText } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { createUser, removeUser, SecurityNotices, type Device, type User } from '../../identity/index.js';
import type { SessionKind } from '../login/sign-in.schemas.js';
import { SignInService } from '../login/sign-in.service.js';
import type { SignedInAccount } from '../login/signed-in.js';
import { GoogleIdentity } from '../credentials/google-identity.entity.js';
import { planSignIn, type GooglePlan } from './google-plan.js';

/** How often a decision is made anew when somebody else wrote the same rows meanwhile. */
const ATTEMPTS = 3;

export interface GoogleEntry {
  identity: ProviderIdentity;
  termsAccepted: boolean;
  /** The name the person chose; null takes Google's. */
  displayName: string | null;
  kind: SessionKind;
  device: Device;
}

/** Carries out how somebody from Google gets in. */
@Injectable()
export class GoogleSignIn {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly accounts: SignInService,
    private readonly notices: SecurityNotices,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Decides and acts in one transaction.
   * @param admit called with the decision; answers whether to act on it, or throws
   * @returns what was decided, and the session if it was acted on
   * @throws AppError `google_already_linked`, `account_blocked`; `google_failed` when others kept writing the same rows
   */
  async enter(
    entry: GoogleEntry,
    admit: (em: EntityManager, plan: GooglePlan) => Promise<boolean>,
  ): Promise<{ plan: GooglePlan; account: SignedInAccount | null }> {
    const done = await this.repeated(async (em) => {
      const plan = await planSignIn(em, entry.identity, entry.termsAccepted);
      return { plan, account: (await admit(em, plan)) ? await this.act(em, plan, entry) : null };
    });
    if (done.account && done.plan.kind === 'link') this.live.publish(done.account.user.id, 'account.changed', {});
    return done;
  }

  private async act(em: EntityManager, plan: GooglePlan, entry: GoogleEntry): Promise<SignedInAccount> {
    const existing = plan.kind === 'create' ? plan.replaces : plan.user;
    if (existing?.isBlocked) throw new AppError('account_blocked');
    const user = plan.kind === 'create' ? await this.create(em, plan.replaces, entry) : plan.user;
    if (plan.kind !== 'sign_in') await this.attach(em, user.id, entry.identity);
    if (plan.kind === 'link') await this.notices.add(em, user.id, 'google_linked', entry.identity.email);
    return this.accounts.signIn(em, user, entry.kind, entry.device, { secondFactor: false });
  }

  private async create(
    em: EntityManager,
    replaces: User | null,
    { identity, displayName }: GoogleEntry,
  ): Promise<User> {
    if (replaces) await removeUser(em, replaces.id);
    const now = this.clock.now();
    const name = displayName ?? nameOf(identity);
    return createUser(em, { email: identity.email, displayName: name, emailConfirmedAt: now }, now);
  }

  private async attach(em: EntityManager, userId: string, identity: ProviderIdentity): Promise<void> {
    em.create(GoogleIdentity, {
      id: randomUUID(),
      userId,
      subject: identity.subject,
      email: identity.email,
      createdAt: this.clock.now(),
    });
    await em.flush();
  }

  /** Two browsers may bring the same person at once: the database lets one through, and the other decides on what stands then. */
  private async repeated<T>(act: (em: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await this.em.transactional(act);
      } catch (error) {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
      }
    }
    throw new AppError('google_failed');
  }
}

const DisplayName: z.ZodType<string> = displayText(facts.account.displayNameMax);

/** Google's name for the person if it is one of ours too. */
export function nameOf(identity: ProviderIdentity): string | null {
  return DisplayName.safeParse(identity.name).data ?? null;
}
