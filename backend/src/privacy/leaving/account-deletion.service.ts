import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { AccountDeleted, LeftoversDue } from '../privacy.events.js';
import { DeletionReceipts } from '../receipts/deletion-receipts.service.js';
import {
  AccountDataRegistry,
  AccountFacetRegistry,
  findUser,
  hasOtherAdmin,
  lockAdminsForAdmin,
  openSessionsAndKeys,
  toPseudonym,
  type Counts,
  type User,
} from '../../identity/index.js';
import { AccountDeletion } from './account-deletion.entity.js';
import type { DeletionPreview, DeletionReceipt } from './leaving.schemas.js';

/** Longer than any request takes. */
export const LEFTOVERS_AFTER_MS = 2 * MINUTE;

/** What the email about a deletion tells. */
export interface DeletionEmail {
  email: string;
  removed: { profiles: number; generations: number; portraits: number };
  /** Kept because of debt; null where nothing is. */
  debt: { owedCredits: number } | null;
  deletedAt: Date;
}

/** Deletes accounts. What accounting and the proof of consents need stays under a pseudonym (docs/leaving.md). */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly registry: AccountDataRegistry,
    private readonly facets: AccountFacetRegistry,
    private readonly outbox: Outbox,
    private readonly receipts: DeletionReceipts,
    private readonly live: LivePublisher,
  ) {}

  async preview(userId: string): Promise<z.infer<typeof DeletionPreview>> {
    const [counts, credits, plan] = await Promise.all([
      this.registry.count(userId),
      this.facets.get('credits')(userId),
      this.facets.get('plan')(userId),
    ]);
    return {
      ...shown(counts),
      credits,
      hasActiveSubscription: plan.active,
      runsUnderWay: counts['runsUnderWay'] ?? 0,
      owedCredits: counts['owedCredits'] ?? 0,
      keepsAddressHash: Boolean(counts['addressHashes']),
    };
  }

  /**
   * Deletes the account at once and for good. Asked twice, also in parallel, it happens once.
   * @throws AppError `validation` when the address is not the account's; `conflict` for the only admin.
   */
  async delete(userId: string, confirmEmail: string): Promise<z.infer<typeof DeletionReceipt>> {
    const { receipt, ended } = await this.em.transactional(async (em) => {
      await lockAdminsForAdmin(em, userId);
      const user = await findUser(em, { id: userId, orLeft: true }, 'write');
      if (!user) throw new AppError('not_found');
      if (user.deletedAt) return { receipt: await em.findOneOrFail(AccountDeletion, { userId }), ended: [] };
      if (user.email !== confirmEmail)
        throw new AppError('validation', {
          fields: [{ path: 'confirmEmail', code: 'mismatch', message: 'is not the address of the account' }],
        });
      await this.requireAnotherAdmin(em, user);
      return { ended: await openSessionsAndKeys(em, userId), receipt: await this.erase(em, user) };
    });
    this.live.end(ended);
    return { id: receipt.id, deletedAt: receipt.createdAt.toISOString(), ...shown(receipt.removed) };
  }

  /** @returns what the email tells; null when its address has been forgotten. */
  async receiptOf(deletionId: string): Promise<DeletionEmail | null> {
    const found = await this.em.findOne(AccountDeletion, { id: deletionId }, { refresh: true });
    if (!found?.email) return null;
    const debt = found.removed['addressHashes'] ? { owedCredits: found.removed['owedCredits'] ?? 0 } : null;
    return { email: found.email, removed: shown(found.removed), debt, deletedAt: found.createdAt };
  }

  /** The email is out: its address is forgotten. */
  async receiptSent(deletionId: string): Promise<void> {
    await this.em.nativeUpdate(
      AccountDeletion,
      { id: deletionId, receiptSentAt: null },
      { email: null, receiptSentAt: this.clock.now() },
    );
  }

  /** After a restore: what was deleted before is deleted again, and nobody is written to. Doing so twice changes nothing. */
  async repeat(em: EntityManager, userId: string, deletedAt: Date): Promise<void> {
    const user = await findUser(em, { id: userId }, 'write');
    if (!user) return;
    await openSessionsAndKeys(em, userId);
    const removed = await this.registry.erase(em, userId);
    toPseudonym(user, deletedAt);
    em.create(AccountDeletion, { userId, email: null, removed, createdAt: deletedAt, receiptSentAt: deletedAt });
    await em.flush();
  }

  private async erase(em: EntityManager, user: User): Promise<AccountDeletion> {
    const now = this.clock.now();
    const { email } = user;
    const removed = await this.registry.erase(em, user.id);
    toPseudonym(user, now);
    const deletion = em.create(AccountDeletion, { id: randomUUID(), userId: user.id, email, removed, createdAt: now });
    await em.flush();
    await this.receipts.write(em, { userId: user.id, kind: 'account', rule: 'asked', count: 1, ids: [user.id] });
    await this.outbox.add(em, AccountDeleted, { deletionId: deletion.id }, { dedupeKey: `account-deleted:${user.id}` });
    await this.outbox.add(
      em,
      LeftoversDue,
      { userId: user.id },
      { runAfter: new Date(now.getTime() + LEFTOVERS_AFTER_MS) },
    );
    return deletion;
  }

  private async requireAnotherAdmin(em: EntityManager, user: User): Promise<void> {
    if (user.role === 'admin' && !(await hasOtherAdmin(em, user.id)))
      throw new AppError('conflict', { detail: 'the only admin cannot leave; make somebody else an admin first' });
  }
}

function shown(counts: Counts) {
  return {
    profiles: counts['profiles'] ?? 0,
    generations: counts['generations'] ?? 0,
    portraits: counts['portraits'] ?? 0,
  };
}
