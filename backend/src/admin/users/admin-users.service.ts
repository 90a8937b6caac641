import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { BlockingService } from '../../privacy/index.js';
import { findUser, pageOfUsers, type User } from '../../identity/index.js';
import {
  hasRunningPlan,
  netPaid,
  SubscriptionsService,
  SynchronisationService,
  type Subscription,
} from '../../payments/index.js';
import { PlansService } from '../../catalogue/index.js';
import { CreditsService } from '../../credits/index.js';
import { Idempotency } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import type { AfterCommit } from '../../platform/queue/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type {
  AdminCreditsBody,
  AdminRoleBody,
  AdminUser,
  AdminUserDetail,
  AdminUserQuery,
} from './admin-users.schemas.js';
import { giveRole, reasonAgainstAdmin } from './roles.js';

/** What admins see of users and do to them. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly em: EntityManager,
    private readonly blocking: BlockingService,
    private readonly credits: CreditsService,
    private readonly plans: PlansService,
    private readonly subscriptions: SubscriptionsService,
    private readonly synchronisation: SynchronisationService,
    private readonly idempotency: Idempotency,
    private readonly live: LivePublisher,
    private readonly audit: AuditLog,
  ) {}

  /** Newest first, without deleted accounts. */
  async list({ q, only, ...page }: AdminUserQuery): Promise<{ items: AdminUser[]; nextCursor: string | null }> {
    const which = {
      ...(only === 'blocked' ? { isBlocked: true as const } : {}),
      ...(only === 'admins' ? { role: 'admin' as const } : {}),
      ...(only === 'subscribers' ? { condition: hasRunningPlan } : {}),
    };
    const { items, nextCursor } = await pageOfUsers(this.em, { text: q, ...which }, page);
    return { items: await this.viewAll(items), nextCursor };
  }

  /** @throws AppError `not_found` for an unknown or deleted account. */
  async detail(userId: string): Promise<AdminUserDetail> {
    const user = await this.find(userId);
    const [view, billing] = [(await this.viewAll([user]))[0]!, await this.subscriptions.billingStatus(userId)];
    return {
      ...view,
      emailConfirmed: Boolean(user.emailConfirmedAt),
      owedCredits: billing.owedCredits,
      purchasesBlocked: billing.purchasesBlocked,
      plan: billing.subscription ? await this.viewPlan(billing.subscription) : null,
      paidRappen: await netPaid(this.em, userId),
    };
  }

  /** @throws AppError `own_account`; `not_found` for an unknown or deleted account; `forbidden` when the actor stopped being an admin meanwhile. */
  async block(actorId: string, userId: string, reason: string): Promise<AdminUser> {
    requireOther(actorId, userId);
    let afterCommit: AfterCommit | null = null;
    await this.audit.run(actorId, async (em) => {
      afterCommit = await this.blocking.block(em, userId, reason);
      return afterCommit && { action: 'user.block', subjectId: userId, reason };
    });
    (afterCommit as AfterCommit | null)?.();
    return this.get(userId);
  }

  /** @throws AppError `own_account`, `not_found`, `forbidden` as in `block`. */
  async unblock(actorId: string, userId: string, reason: string): Promise<AdminUser> {
    requireOther(actorId, userId);
    await this.audit.run(actorId, async (em) =>
      (await this.blocking.unblock(em, userId)) ? { action: 'user.unblock', subjectId: userId, reason } : null,
    );
    return this.get(userId);
  }

  /**
   * Books credits with the reason «Admin Anpassung»; what comes in settles first what is owed.
   * @param key one per intent: a second try with it changes nothing more
   * @throws AppError `balance_negative` when more is taken than is there; `own_account`, `not_found`, `forbidden` as in `block`; `idempotency_conflict`.
   */
  async adjustCredits(
    actorId: string,
    userId: string,
    { direction, amount, reason }: AdminCreditsBody,
    key: string,
  ): Promise<AdminUser> {
    requireOther(actorId, userId);
    const delta = direction === 'add' ? amount : -amount;
    let balance: number | null = null;
    await this.audit.run(actorId, async (em) => {
      await this.find(userId, em, 'write');
      await this.idempotency.once(
        em,
        { userId: actorId, key, operation: 'adjustCredits', request: { userId, delta } },
        async () => {
          balance = await this.credits
            .book(em, { userId, delta, reason: 'admin_adjustment', businessKey: `admin:${actorId}:${key}` })
            .catch(asBalance);
          return userId;
        },
      );
      return balance === null
        ? null
        : { action: 'user.credits', subjectId: userId, reason, detail: { delta, balance } };
    });
    if (balance !== null) this.live.publish(userId, 'credits.changed', { balance });
    return this.get(userId);
  }

  /** @throws AppError `own_account`, `not_found`, `forbidden` as in `block`; `conflict` for an admin who is blocked or has not confirmed the address. */
  async changeRole(actorId: string, userId: string, { role, reason }: AdminRoleBody): Promise<AdminUser> {
    requireOther(actorId, userId);
    await this.audit.run(actorId, async (em) => {
      const user = await this.find(userId, em, 'write');
      const against = role === 'admin' ? reasonAgainstAdmin(user) : null;
      if (against) throw new AppError('conflict', { detail: `this account is ${against}` });
      return giveRole(em, user, role, reason);
    });
    this.live.publish(userId, 'account.changed', {});
    return this.get(userId);
  }

  /** The same synchronisation as everywhere (docs/billing.md#one-convergent-synchronisation), noted in the audit log. @throws AppError `not_found`, `payment_provider_unavailable`. */
  async synchronise(
    actorId: string,
    userId: string,
  ): Promise<{ user: AdminUser; creditsGranted: number; owedCredits: number }> {
    await this.find(userId);
    const creditsGranted = await this.synchronisation.synchroniseUser(userId);
    await this.em.transactional((em) =>
      this.audit.add(em, actorId, {
        action: 'user.synchronise',
        subjectId: userId,
        reason: `Gutgeschriebene Credits: ${creditsGranted}`,
      }),
    );
    return { user: await this.get(userId), creditsGranted, owedCredits: await this.credits.owed(userId) };
  }

  /** @throws AppError `not_found` for an unknown or deleted account. */
  async find(userId: string, em: EntityManager = this.em, lock?: 'write'): Promise<User> {
    const user = await findUser(em, { id: userId }, lock);
    if (!user) throw new AppError('not_found');
    return user;
  }

  private async get(userId: string): Promise<AdminUser> {
    return (await this.viewAll([await this.find(userId)]))[0]!;
  }

  private async viewPlan({
    planId,
    status,
    creditsPerPeriod,
    currentPeriodEnd,
    cancelAtPeriodEnd,
  }: Subscription): Promise<NonNullable<AdminUserDetail['plan']>> {
    return {
      name: (await this.plans.get(planId)).name,
      status,
      creditsPerPeriod,
      currentPeriodEnd: currentPeriodEnd.toISOString(),
      cancelAtPeriodEnd,
    };
  }

  /** Two more queries for a page, however long it is. */
  private async viewAll(users: User[]): Promise<AdminUser[]> {
    const ids = users.map((user) => user.id);
    const [balances, subscribers] = [await this.credits.balances(ids), await this.subscriptions.subscribersAmong(ids)];
    return users.map((user) => ({
      id: user.id,
      email: user.email,
      displayName: user.displayName ?? null,
      role: user.role,
      isBlocked: user.isBlocked,
      blockedReason: user.blockedReason ?? null,
      credits: balances.get(user.id) ?? 0,
      hasActiveSubscription: subscribers.has(user.id),
      createdAt: user.createdAt.toISOString(),
    }));
  }
}

/** Nobody shuts themselves out, pardons themselves, pays themselves or raises themselves. */
function requireOther(actorId: string, userId: string): void {
  if (actorId === userId) throw new AppError('own_account');
}

/** An admin takes too much: that is about the customer's balance, not about buying more. */
function asBalance(error: unknown): never {
  if (error instanceof AppError && error.code === 'insufficient_credits') throw new AppError('balance_negative');
  throw error;
}
