import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PlansService } from '../catalogue/index.js';
import { Clock } from '../platform/clock/index.js';
import { SubscriptionsService } from '../payments/index.js';
import { Announcement, AnnouncementReceipt } from './announcement.entity.js';
import { db } from './announcements.tables.js';
import { effectiveFor } from './notice.js';

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
  ) {}

  /** What is to be told; null when it was told, taken back, or the account has gone. From now on it cannot be taken back. */
  async begin(receiptId: string): Promise<ToldChange | null> {
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
      await em.nativeUpdate(AnnouncementReceipt, { id: receiptId, begunAt: null }, { begunAt: this.clock.now() });
      return {
        announcement: await em.findOneOrFail(Announcement, { id: receipt.announcementId }),
        userId: receipt.userId,
      };
    });
    if (!found) return null;
    const effectiveFrom = effectiveFor(found.announcement.effectiveFrom, this.clock.now());
    return { ...found, effectiveFrom, plan: await this.planOf(found) };
  }

  /** Told again after a crash, it holds from the day of the later email. */
  async noteSent(receiptId: string, effectiveFrom: Date): Promise<void> {
    await this.em
      .fork()
      .nativeUpdate(AnnouncementReceipt, { id: receiptId, sentAt: null }, { sentAt: this.clock.now(), effectiveFrom });
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
