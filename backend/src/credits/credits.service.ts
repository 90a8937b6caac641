import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountFacetRegistry, KeyUsage } from '../identity/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { BalanceMoved } from './credits.domain-events.js';
import { CreditAccount } from './credit-account.entity.js';
import { CreditEntry, type CreditReason, type ReturnCause } from './credit-entry.entity.js';
import { db } from './credits.tables.js';
import { moveDebt, type DebtMove } from './debt-moves.js';
import { isPaidCharge } from './paid-charges.js';

export interface CreditMovement {
  userId: string;
  delta: number;
  reason: CreditReason;
  /** Unique for the cause: an invoice, a training cycle, a generation. */
  businessKey: string;
  profileId?: string;
  generationId?: string;
  /** Of a charge, the key that asked for it. What comes back finds the key of its charge by itself. */
  apiKeyId?: string | null;
  /** For the return of a generation. */
  causedBy?: ReturnCause;
}

/** The only place where credits move. */
@Injectable()
export class CreditsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly facets: AccountFacetRegistry,
    private readonly domainEvents: DomainEvents,
    private readonly keyUsage: KeyUsage,
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

  /** Credits still owed after a refund or chargeback. */
  async owed(userId: string): Promise<number> {
    return (await this.em.findOne(CreditAccount, { userId }, { disableIdentityMap: true }))?.owed ?? 0;
  }

  /**
   * Books one movement in the caller's transaction. What comes in settles first what is owed.
   * @returns the new balance, or null when this business key was booked before (nothing changes then).
   * @throws AppError `insufficient_credits` when the balance would fall below zero.
   * @throws Error outside a transaction.
   */
  async book(em: EntityManager, movement: CreditMovement): Promise<number | null> {
    const account = await this.lock(em, movement.userId);
    if (await this.isTaken(em, movement.businessKey)) return null;
    const balance = account.balance + movement.delta;
    if (balance < 0)
      throw new AppError('insufficient_credits', { detail: `balance ${account.balance}, needed ${-movement.delta}` });
    const apiKeyId = movement.apiKeyId ?? (await this.keyOfCharge(em, movement));
    await this.write(em, { ...movement, apiKeyId }, balance);
    if (apiKeyId) await this.keyUsage.note(em, apiKeyId, usedBy(movement));
    const settled = movement.delta > 0 ? Math.min(account.owed, balance) : 0;
    if (settled > 0) {
      await db(em)
        .updateTable('credit_account')
        .set(({ eb }) => ({ owed: eb('owed', '-', settled) }))
        .where('user_id', '=', movement.userId)
        .execute();
      await this.write(
        em,
        { ...movement, delta: -settled, reason: 'debt_settlement', businessKey: `debt:${movement.businessKey}` },
        balance - settled,
      );
    }
    await this.domainEvents.publish(em, BalanceMoved, {
      userId: movement.userId,
      before: account.balance,
      after: balance - settled,
    });
    return balance - settled;
  }

  /**
   * Takes back as much as is there; the rest is owed. The caller sees to it that it happens once.
   * @returns the new balance.
   */
  async takeBack(
    em: EntityManager,
    movement: Omit<CreditMovement, 'delta' | 'reason'> & { credits: number },
  ): Promise<number> {
    const { credits, ...rest } = movement;
    const account = await this.lock(em, movement.userId);
    const taken = Math.min(account.balance, credits);
    await db(em)
      .updateTable('credit_account')
      .set(({ eb }) => ({ owed: eb('owed', '+', credits - taken) }))
      .where('user_id', '=', movement.userId)
      .execute();
    if (taken > 0) {
      await this.write(em, { ...rest, delta: -taken, reason: 'refund_deduction' }, account.balance - taken);
      await this.domainEvents.publish(em, BalanceMoved, {
        userId: rest.userId,
        before: account.balance,
        after: account.balance - taken,
      });
    }
    return account.balance - taken;
  }

  /** Moves debt to the account that owes it now, and credits that come back for it. @returns whether anything moved. */
  async moveDebt(em: EntityManager, move: DebtMove): Promise<boolean> {
    return moveDebt(em, this, move);
  }

  /** Lets nobody move this user's credits until the transaction ends. */
  async hold(em: EntityManager, userId: string): Promise<void> {
    await this.lock(em, userId);
  }

  /** The balance as the transaction sees it. */
  async balanceIn(em: EntityManager, userId: string): Promise<number> {
    const account = await db(em)
      .selectFrom('credit_account')
      .select('balance')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return account?.balance ?? 0;
  }

  /** The whole history of a balance in the order of booking, as the transaction sees it. */
  async entriesIn(em: EntityManager, userId: string): Promise<Pick<CreditEntry, 'delta' | 'reason' | 'businessKey'>[]> {
    return em.find(
      CreditEntry,
      { userId },
      { orderBy: { seq: 'asc' }, fields: ['delta', 'reason', 'businessKey'], disableIdentityMap: true },
    );
  }

  /** Whether this charge was met by credits that came from payments alone, and this user owes nothing of what money that went back had brought. */
  async isPaidFor(em: EntityManager, userId: string, chargeKey: string): Promise<boolean> {
    const account = await db(em)
      .selectFrom('credit_account')
      .select('owed')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return account?.owed === 0 && isPaidCharge(await this.entriesIn(em, userId), chargeKey);
  }

  /** The row lock orders everybody who wants to move this user's credits, also two bookings of the same key. */
  private async lock(em: EntityManager, userId: string): Promise<{ balance: number; owed: number }> {
    if (!em.isInTransaction()) throw new Error('credits move only inside a transaction');
    await db(em)
      .insertInto('credit_account')
      .values({ user_id: userId, balance: 0 })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    return db(em)
      .selectFrom('credit_account')
      .select(['balance', 'owed'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
  }

  private async isTaken(em: EntityManager, businessKey: string): Promise<boolean> {
    const entry = await db(em)
      .selectFrom('credit_ledger')
      .select('seq')
      .where('business_key', '=', businessKey)
      .executeTakeFirst();
    return entry !== undefined;
  }

  private async write(em: EntityManager, movement: CreditMovement, balance: number): Promise<void> {
    await db(em).updateTable('credit_account').set({ balance }).where('user_id', '=', movement.userId).execute();
    await db(em)
      .insertInto('credit_ledger')
      .values({
        id: randomUUID(),
        created_at: this.clock.now(),
        user_id: movement.userId,
        delta: movement.delta,
        reason: movement.reason,
        business_key: movement.businessKey,
        balance_after: balance,
        profile_id: movement.profileId ?? null,
        generation_id: movement.generationId ?? null,
        api_key_id: movement.apiKeyId ?? null,
        caused_by: movement.causedBy ?? null,
      })
      .execute();
  }

  /** The key that had spent what comes back. */
  private async keyOfCharge(em: EntityManager, { reason, businessKey }: CreditMovement): Promise<string | null> {
    if (reason !== 'training_return' && reason !== 'generation_return') return null;
    const charge = await db(em)
      .selectFrom('credit_ledger')
      .select('api_key_id')
      .where('business_key', '=', businessKey.replace(/:return.*$/, ':charge'))
      .executeTakeFirst();
    return charge?.api_key_id ?? null;
  }

  /** Whether a movement with this key stands in the ledger. */
  async isBooked(em: EntityManager, businessKey: string): Promise<boolean> {
    return (await em.count(CreditEntry, { businessKey })) > 0;
  }

  /** How many trainings were given back to a user since a moment, under keys of one kind. */
  async countReturns(
    em: EntityManager,
    userId: string,
    { keysEndWith, since }: { keysEndWith: string; since: Date },
  ): Promise<number> {
    return em.count(CreditEntry, {
      userId,
      reason: 'training_return',
      businessKey: { $like: `%${keysEndWith}` },
      createdAt: { $gt: since },
    });
  }

  /** Newest first, in the order of booking. */
  async history(userId: string, page: PageQuery): Promise<{ items: CreditEntry[]; nextCursor: string | null }> {
    const after = decodeSequence(page.cursor);
    const rows = await this.em.find(
      CreditEntry,
      { userId, ...(after === null ? {} : { seq: { $lt: after } }) },
      { orderBy: { seq: 'desc' }, limit: page.limit + 1 },
    );
    const items = rows.slice(0, page.limit);
    const last = items.at(-1);
    return { items, nextCursor: rows.length > page.limit && last ? encodeSequence(last.seq) : null };
  }
}

/** What a movement counts as in the month of a key. */
function usedBy({ reason, delta }: CreditMovement): Parameters<KeyUsage['note']>[2] {
  if (delta > 0) return { creditsReturned: delta };
  return { ...(reason === 'training_charge' ? { trainings: 1 } : { runs: 1 }), creditsSpent: -delta };
}

const encodeSequence = (seq: number): string => Buffer.from(String(seq)).toString('base64url');

/** Null for a cursor that is none: the list then starts at its beginning. */
function decodeSequence(cursor: string | undefined): number | null {
  const text = cursor ? Buffer.from(cursor, 'base64url').toString() : '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
