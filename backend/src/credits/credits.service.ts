import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountFacetRegistry } from '../accounts/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { decodeCursor, encodeCursor, type PageQuery } from '../platform/http/index.js';
import { CreditAccount } from './credit-account.entity.js';
import { CreditEntry, type CreditReason } from './credit-entry.entity.js';

export interface CreditMovement {
  userId: string;
  delta: number;
  reason: CreditReason;
  /** Unique for the cause: an invoice, a training cycle, a generation. */
  businessKey: string;
  profileId?: string;
  generationId?: string;
}

/** The only place where credits move. */
@Injectable()
export class CreditsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly facets: AccountFacetRegistry,
  ) {}

  onModuleInit(): void {
    this.facets.register('credits', (userId) => this.balance(userId));
  }

  async balance(userId: string): Promise<number> {
    return (await this.em.findOne(CreditAccount, { userId }, { disableIdentityMap: true }))?.balance ?? 0;
  }

  /** The balances of several users at once; who has no account yet is missing. */
  async balances(userIds: string[]): Promise<Map<string, number>> {
    const accounts = await this.em.find(CreditAccount, { userId: { $in: userIds } }, { disableIdentityMap: true });
    return new Map(accounts.map((account) => [account.userId, account.balance]));
  }

  /**
   * Books one movement in the caller's transaction.
   * @returns the new balance, or null when this business key was booked before (nothing changes then).
   * @throws AppError `insufficient_credits` when the balance would fall below zero.
   * @throws Error outside a transaction.
   */
  async book(em: EntityManager, movement: CreditMovement): Promise<number | null> {
    if (!em.isInTransaction()) throw new Error('credits move only inside a transaction');
    const now = this.clock.now();
    await em.execute('insert into credit_account (user_id, balance) values (?, 0) on conflict (user_id) do nothing', [movement.userId]);
    // The row lock orders everybody who wants to move this user's credits, also two bookings of the same key.
    const [account] = await em.execute<{ balance: number }[]>('select balance from credit_account where user_id = ? for update', [movement.userId]);
    const booked: unknown[] = await em.execute('select 1 from credit_ledger where business_key = ?', [movement.businessKey]);
    if (booked.length > 0) return null;
    const balance = account!.balance + movement.delta;
    if (balance < 0) throw new AppError('insufficient_credits', { detail: `balance ${account!.balance}, needed ${-movement.delta}` });
    await em.execute('update credit_account set balance = ? where user_id = ?', [balance, movement.userId]);
    await em.execute(
      `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after, profile_id, generation_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [randomUUID(), now, movement.userId, movement.delta, movement.reason, movement.businessKey, balance, movement.profileId ?? null, movement.generationId ?? null],
    );
    return balance;
  }

  /** Whether a movement with this key stands in the ledger. */
  async isBooked(em: EntityManager, businessKey: string): Promise<boolean> {
    return (await em.count(CreditEntry, { businessKey })) > 0;
  }

  async history(userId: string, page: PageQuery): Promise<{ items: CreditEntry[]; nextCursor: string | null }> {
    const after = decodeCursor(page.cursor);
    const rows = await this.em.find(
      CreditEntry,
      { userId, ...(after ? { $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, id: { $lt: after.id } }] } : {}) },
      { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], limit: page.limit + 1 },
    );
    const items = rows.slice(0, page.limit);
    const last = items.at(-1);
    return { items, nextCursor: rows.length > page.limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null };
  }
}
