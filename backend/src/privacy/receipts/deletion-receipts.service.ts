import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { pageOf } from '../../platform/database/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { DeletionReceipt, type DeletionKind, type DeletionRule, type ReceiptModel } from './deletion-receipt.entity.js';
import { DataDeleted } from './receipts.events.js';
import type { DeletionRecord } from './receipts.schemas.js';
import { db } from '../privacy.tables.js';

export interface Deletion {
  userId: string;
  kind: DeletionKind;
  rule: DeletionRule;
  /** How many a person would count: portraits, photos, profiles, judgements. */
  count: number;
  /** What a replay would have to delete again: runs, single portraits, photos, profiles, examples, judgements or the account. */
  ids: readonly string[];
  /** The model that went with the profile; of photos that went after training, the one that stays. */
  model?: ModelOnReceipt;
}

export interface ModelOnReceipt {
  model: ReceiptModel;
  crops: number;
}

/** Receipts of what was deleted, for its owner, and the way of each into the journal. */
@Injectable()
export class DeletionReceipts {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /** Joins the transaction of the deletion: none without its receipt. Where nothing went, none is written. */
  async write(em: EntityManager, { userId, kind, rule, count, ids, model }: Deletion): Promise<void> {
    if (!em.isInTransaction()) throw new Error('DeletionReceipts.write needs a transaction');
    if (ids.length === 0) return;
    const [receiptId, now] = [randomUUID(), this.clock.now()];
    await db(em)
      .insertInto('deletion_receipt')
      .values({
        id: receiptId,
        created_at: now,
        user_id: userId,
        kind,
        rule,
        count,
        model: model?.model ?? null,
        crops: model?.crops ?? null,
      })
      .execute();
    await this.outbox.add(
      em,
      DataDeleted,
      { receiptId, userId, kind, rule, count, ...model, ids: [...ids], at: now.toISOString() },
      { dedupeKey: `journal:${receiptId}` },
    );
  }

  async list(userId: string, page: PageQuery): Promise<{ items: DeletionRecord[]; nextCursor: string | null }> {
    const { items, nextCursor } = await pageOf(this.em, DeletionReceipt, { userId }, page);
    return {
      items: items.map(({ id, kind, rule, count, model, crops, createdAt }) => ({
        id,
        kind,
        rule,
        count,
        model: model ?? null,
        crops: crops ?? null,
        deletedAt: createdAt.toISOString(),
      })),
      nextCursor,
    };
  }
}
