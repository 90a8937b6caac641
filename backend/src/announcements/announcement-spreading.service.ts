import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PlansService } from '../catalogue/index.js';
import { Clock, DAY } from '../platform/clock/index.js';
import { Outbox } from '../platform/queue/index.js';
import { Announcement } from './announcement.entity.js';
import { AnnouncementDue, AnnouncementEmailDue } from './announcements.events.js';
import { db } from './announcements.tables.js';
import { concernedBy } from './concerned.js';
import { nextLook } from './notice.js';
import { canBeRead } from './published-terms.js';

const BATCH = 200;
/** How long after its day people who come to be concerned are still told of it. */
const LOOKS_FOR_DAYS = 365;

/** Notes one email for everybody concerned, once each however often and by how many workers it is run. */
@Injectable()
export class AnnouncementSpreading {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly plans: PlansService,
  ) {}

  async spread(announcementId: string): Promise<void> {
    await this.em.fork().transactional((em) => this.publishPrice(em, announcementId));
    while (await this.noteBatch(announcementId));
    await this.em.fork().transactional((em) => this.lookAgain(em, announcementId));
  }

  /** New orders pay an announced price from now on, unless a price of a later day has been published meanwhile. */
  private async publishPrice(em: EntityManager, id: string): Promise<void> {
    const announcement = await keptAnnouncement(em, id);
    if (!announcement?.planId || announcement.publishedAt) return;
    const { planId, effectiveFrom } = announcement;
    // One after the other, so that of two at once the second sees the first.
    await this.plans.lock(em, planId);
    await em.refresh(announcement);
    if (announcement.publishedAt) return;
    const later = { planId, effectiveFrom: { $gt: effectiveFrom }, publishedAt: { $ne: null } };
    if ((await em.count(Announcement, later)) === 0)
      await this.plans.changePrice(em, planId, announcement.priceRappen!);
    announcement.publishedAt = this.clock.now();
    await em.flush();
  }

  /** Receipts and emails of a batch come together. @returns whether there may be more */
  private noteBatch(announcementId: string): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const announcement = await keptAnnouncement(em, announcementId);
      if (!announcement || isHeldBack(announcement)) return false;
      const untold = await db(em)
        .selectFrom(concernedBy(em, announcement).as('concerned'))
        .select('concerned.id')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('announcement_receipt as r')
                .select('r.id')
                .where('r.announcement_id', '=', announcementId)
                .whereRef('r.user_id', '=', 'concerned.id'),
            ),
          ),
        )
        .orderBy('concerned.id')
        .limit(BATCH)
        .execute();
      if (untold.length === 0) return false;
      const noted = await db(em)
        .insertInto('announcement_receipt')
        .values(
          untold.map(({ id }) => ({
            id: randomUUID(),
            created_at: this.clock.now(),
            announcement_id: announcementId,
            user_id: id,
          })),
        )
        .onConflict((conflict) => conflict.columns(['announcement_id', 'user_id']).doNothing())
        .returning('id')
        .execute();
      for (const { id } of noted)
        await this.outbox.add(em, AnnouncementEmailDue, { receiptId: id }, { dedupeKey: `announcement-email:${id}` });
      return true;
    });
  }

  /** Somebody may sign up, confirm or order under the old version: they are looked for once a day, unless a newer change has come; everybody at once, where the terms can be read by then. */
  private async lookAgain(em: EntityManager, announcementId: string): Promise<void> {
    const announcement = await keptAnnouncement(em, announcementId);
    const now = this.clock.now();
    if (!announcement || now.getTime() > announcement.effectiveFrom.getTime() + LOOKS_FOR_DAYS * DAY) return;
    const { kind, planId, createdAt } = announcement;
    // One that may still be taken back replaces nothing yet.
    const newer = { kind, planId, createdAt: { $gt: createdAt }, sendFrom: { $lte: now } };
    if (kind === 'privacy' || (await em.count(Announcement, newer))) return;
    const next = isHeldBack(announcement) ? nextLook(now) : new Date(now.getTime() + DAY);
    await this.outbox.add(
      em,
      AnnouncementDue,
      { announcementId },
      {
        runAfter: next,
        dedupeKey: `announcement:${announcementId}:${next.toISOString().slice(0, isHeldBack(announcement) ? 13 : 10)}`,
      },
    );
  }
}

/** An email leads to what it tells of: it does not go before that can be read. */
const isHeldBack = ({ version }: Announcement): boolean => !!version && !canBeRead(version);

/** One that is not taken back before the transaction ends; null when it is gone. */
async function keptAnnouncement(em: EntityManager, id: string): Promise<Announcement | null> {
  const row = await db(em)
    .selectFrom('announcement')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row ? em.findOneOrFail(Announcement, { id }) : null;
}
