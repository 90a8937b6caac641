import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PlansService } from '../catalogue/index.js';
import { Clock } from '../platform/clock/index.js';
import { Outbox } from '../platform/queue/index.js';
import { contractAtOtherPrice, notePrice, type AnnouncedPrice } from '../payments/index.js';
import { Announcement, AnnouncementReceipt } from './announcement.entity.js';
import { AnnouncementEmailDue } from './announcements.events.js';
import { db } from './announcements.tables.js';
import { effectiveFor, nextLook } from './notice.js';
import { canBeRead, isReplaced } from './published-terms.js';

/** What an email says of a change. */
export interface ToldChange {
  announcement: Announcement;
  userId: string;
  effectiveFrom: Date;
  /** Of a price: the plan, the contract it is about, what the customer pays now, and later by what was announced already. */
  plan: { name: string; subscriptionId: string; paidRappen: number; announced: AnnouncedPrice[] } | null;
}

/** Emails of changes, one per receipt. */
@Injectable()
export class AnnouncementReceipts {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly plans: PlansService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * What is to be told; null when it was told, taken back, concerns nobody any more, waits until it can be read, or the account has
   * gone. From now on it cannot be taken back.
   * @param isSent whether its email went already, before a crash: its day stays as it was said
   */
  async begin(receiptId: string, isSent: boolean): Promise<ToldChange | null> {
    return this.em.fork().transactional(async (em) => {
      const receipt = await em.findOne(AnnouncementReceipt, { id: receiptId, sentAt: null });
      if (!receipt) return null;
      const kept = await db(em)
        .selectFrom('announcement')
        .select('id')
        .where('id', '=', receipt.announcementId)
        .forKeyShare()
        .executeTakeFirst();
      if (!kept) return null;
      const announcement = await em.findOneOrFail(Announcement, { id: receipt.announcementId });
      if (!isSent && announcement.version && !canBeRead(announcement.version)) {
        if (!isReplaced(announcement.version)) await this.tellLater(em, receiptId);
        else if (!receipt.begunAt) await em.nativeDelete(AnnouncementReceipt, { id: receiptId });
        return null;
      }
      const now = this.clock.now();
      const said = receipt.saidFrom ?? announcement.effectiveFrom;
      const effectiveFrom = isSent ? said : effectiveFor(said, now);
      const plan = await this.planOf(em, announcement, receipt.userId, effectiveFrom);
      if (announcement.planId && !plan) {
        // What was told stays written down, though no contract is left that it could be noted with.
        if (isSent) {
          Object.assign(receipt, { begunAt: receipt.begunAt ?? now, saidFrom: said, sentAt: now, effectiveFrom: said });
          await em.flush();
          return null;
        }
        // A customer who comes to be concerned again is told then, from a later day on.
        await em.nativeDelete(AnnouncementReceipt, { id: receiptId });
        return null;
      }
      receipt.begunAt ??= now;
      receipt.saidFrom = effectiveFrom;
      await em.flush();
      return { announcement, userId: receipt.userId, plan, effectiveFrom };
    });
  }

  /** It holds from the day that the email said. A price is noted with its contract at the same time. */
  async noteSent(receiptId: string, { announcement, plan, effectiveFrom }: ToldChange): Promise<void> {
    const now = this.clock.now();
    await this.em.fork().transactional(async (em) => {
      const noted = await db(em)
        .updateTable('announcement_receipt')
        .set(({ ref }) => ({ sent_at: now, effective_from: ref('said_from') }))
        .where('id', '=', receiptId)
        .where('sent_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!noted || !plan) return;
      await notePrice(em, {
        createdAt: now,
        subscriptionId: plan.subscriptionId,
        planId: announcement.planId!,
        priceRappen: announcement.priceRappen!,
        announcedFor: announcement.effectiveFrom,
        effectiveFrom,
      });
    });
  }

  private async tellLater(em: EntityManager, receiptId: string): Promise<void> {
    const next = nextLook(this.clock.now());
    const dedupeKey = `announcement-email:${receiptId}:${next.toISOString().slice(0, 13)}`;
    await this.outbox.add(em, AnnouncementEmailDue, { receiptId }, { runAfter: next, dedupeKey });
  }

  /** Null where the customer has no contract any more that comes to another price. */
  private async planOf(
    em: EntityManager,
    { planId, priceRappen, publishedAt }: Announcement,
    userId: string,
    effectiveFrom: Date,
  ): Promise<ToldChange['plan']> {
    if (!planId) return null;
    const price = { planId, priceRappen: priceRappen!, publishedAt: publishedAt ?? null };
    const contract = await contractAtOtherPrice(em, userId, price, effectiveFrom);
    if (!contract) return null;
    const { name } = await this.plans.get(planId, em);
    const { subscriptionId, priceRappen: paidRappen, announced } = contract;
    return { name, subscriptionId, paidRappen, announced };
  }
}
