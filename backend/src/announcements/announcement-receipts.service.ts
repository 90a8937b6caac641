import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PlansService } from '../catalogue/index.js';
import { Clock } from '../platform/clock/index.js';
import { Outbox } from '../platform/queue/index.js';
import { SubscriptionsService } from '../payments/index.js';
import { Announcement, AnnouncementReceipt } from './announcement.entity.js';
import { AnnouncementEmailDue } from './announcements.events.js';
import { db } from './announcements.tables.js';
import { effectiveFor, nextLook } from './notice.js';
import { canBeRead } from './published-terms.js';

/** What an email says of a change. */
export interface ToldChange {
  announcement: Announcement;
  userId: string;
  effectiveFrom: Date;
  /** Of a price: the plan, and what the customer pays until then. */
  plan: { name: string; paidRappen: number } | null;
}

/** Emails of changes, one per receipt. */
@Injectable()
export class AnnouncementReceipts {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly plans: PlansService,
    private readonly subscriptions: SubscriptionsService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * What is to be told; null when it was told, taken back, or waits until it can be read. From now on it cannot be taken back.
   * @param isSent whether its email went already, before a crash: its day stays as it was said
   */
  async begin(receiptId: string, isSent: boolean): Promise<ToldChange | null> {
    const found = await this.em.fork().transactional(async (em) => {
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
        await this.tellLater(em, receiptId);
        return null;
      }
      const now = this.clock.now();
      const said = receipt.saidFrom ?? announcement.effectiveFrom;
      receipt.begunAt ??= now;
      receipt.saidFrom = isSent ? said : effectiveFor(said, now);
      await em.flush();
      return { announcement, userId: receipt.userId, effectiveFrom: receipt.saidFrom };
    });
    return found && { ...found, plan: await this.planOf(found) };
  }

  /** It holds from the day that the email said. */
  async noteSent(receiptId: string): Promise<void> {
    const em = this.em.fork();
    await db(em)
      .updateTable('announcement_receipt')
      .set(({ ref }) => ({ sent_at: this.clock.now(), effective_from: ref('said_from') }))
      .where('id', '=', receiptId)
      .where('sent_at', 'is', null)
      .execute();
  }

  private async tellLater(em: EntityManager, receiptId: string): Promise<void> {
    const next = nextLook(this.clock.now());
    const dedupeKey = `announcement-email:${receiptId}:${next.toISOString().slice(0, 13)}`;
    await this.outbox.add(em, AnnouncementEmailDue, { receiptId }, { runAfter: next, dedupeKey });
  }

  private async planOf({
    announcement: { planId },
    userId,
  }: Pick<ToldChange, 'announcement' | 'userId'>): Promise<ToldChange['plan']> {
    if (!planId) return null;
    const [plan, running] = [await this.plans.get(planId), await this.subscriptions.running(userId, this.em.fork())];
    const own = running.find((subscription) => subscription.planId === planId);
    return { name: plan.name, paidRappen: own?.priceRappen ?? plan.priceRappen };
  }
}
