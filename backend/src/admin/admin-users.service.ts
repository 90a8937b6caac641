import { Injectable } from '@nestjs/common';
import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { BlockingService, User } from '../accounts/index.js';
import { SubscriptionsService, SynchronisationService } from '../billing/index.js';
import { CreditsService } from '../credits/index.js';
import { AppError } from '../platform/errors/index.js';
import { decodeCursor, encodeCursor } from '../platform/http/index.js';
import type { AdminUser, AdminUserQuery } from './admin.schemas.js';
import { AuditLog } from './audit-log.service.js';

/** What admins see of users and do to them. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly em: EntityManager,
    private readonly blocking: BlockingService,
    private readonly credits: CreditsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly synchronisation: SynchronisationService,
    private readonly audit: AuditLog,
  ) {}

  /** Newest first, without deleted accounts. */
  async list(query: AdminUserQuery): Promise<{ items: AdminUser[]; nextCursor: string | null }> {
    const after = decodeCursor(query.cursor);
    const conditions: FilterQuery<User>[] = [{ deletedAt: null }];
    if (query.q) conditions.push({ $or: [{ email: { $ilike: containing(query.q) } }, { displayName: { $ilike: containing(query.q) } }] });
    if (after) conditions.push({ $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, id: { $lt: after.id } }] });
    const rows = await this.em.find(User, { $and: conditions }, { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], limit: query.limit + 1, refresh: true });
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    return { items: await this.viewAll(shown), nextCursor: rows.length > query.limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null };
  }

  /** @throws AppError `own_account`; `not_found` for an unknown or deleted account; `forbidden` when the actor stopped being an admin meanwhile. */
  async block(actorId: string, userId: string, reason: string): Promise<AdminUser> {
    demandOther(actorId, userId);
    const afterCommit = await this.em.transactional(async (em) => {
      await demandAdmin(em, actorId);
      const then = await this.blocking.block(em, userId, reason);
      if (then) await this.audit.add(em, { actorId, action: 'user.block', subjectId: userId, reason });
      return then;
    });
    afterCommit?.();
    return this.get(userId);
  }

  /** @throws AppError `own_account`, `not_found` as in `block`. */
  async unblock(actorId: string, userId: string, reason: string): Promise<AdminUser> {
    demandOther(actorId, userId);
    await this.em.transactional(async (em) => {
      const changed = await this.blocking.unblock(em, userId);
      if (changed) await this.audit.add(em, { actorId, action: 'user.unblock', subjectId: userId, reason });
    });
    return this.get(userId);
  }

  /** The same convergent operation as everywhere (decisions §4), noted in the audit log. @throws AppError `not_found`, `payment_provider_unavailable`. */
  async synchronise(actorId: string, userId: string): Promise<{ user: AdminUser; creditsGranted: number; owedCredits: number }> {
    await this.get(userId);
    const creditsGranted = await this.synchronisation.synchroniseUser(userId);
    await this.em.transactional((em) => this.audit.add(em, { actorId, action: 'user.synchronise', subjectId: userId, reason: `${creditsGranted} credits granted` }));
    return { user: await this.get(userId), creditsGranted, owedCredits: await this.credits.owed(userId) };
  }

  private async get(userId: string): Promise<AdminUser> {
    const user = await this.em.findOne(User, { id: userId, deletedAt: null }, { refresh: true });
    if (!user) throw new AppError('not_found');
    return (await this.viewAll([user]))[0]!;
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

/** Nobody shuts themselves out, and nobody pardons themselves. */
function demandOther(actorId: string, userId: string): void {
  if (actorId === userId) throw new AppError('own_account');
}

/** Two admins who block each other at the same time must not both succeed: the row of every admin is locked first, as by those who leave. */
async function demandAdmin(em: EntityManager, actorId: string): Promise<void> {
  await em.execute(`select id from app_user where role = 'admin' order by id for update`);
  if ((await em.count(User, { id: actorId, role: 'admin', isBlocked: false, deletedAt: null })) === 0) throw new AppError('forbidden');
}

/** What somebody typed, anywhere in a text; the signs of a pattern stand for themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
