import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PlansService } from '../catalogue/index.js';
import { confirmedAccounts } from '../identity/index.js';
import { countByPrice } from '../payments/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { Outbox } from '../platform/queue/index.js';
import { Announcement, type AnnouncementKind } from './announcement.entity.js';
import { AnnouncementDue } from './announcements.events.js';
import { db } from './announcements.tables.js';
import { countConcerned } from './concerned.js';
import { beginOfDay, dayOf, earliestDay, sendingBegins } from './notice.js';

/** What an admin wants to announce; the fields of other kinds are left out. */
export interface PlannedChange {
  kind: AnnouncementKind;
  text: string;
  /** A day in Zurich, such as «2027-01-01». */
  effectiveOn: string;
  version?: string;
  planId?: string;
  priceRappen?: number;
}

/** How far the emails of a change have come. */
export interface AnnouncedChange {
  announcement: Announcement;
  /** Everybody who is told. Until emails are noted, everybody who would be. */
  concerned: number;
  sent: number;
  /** Answers to new terms. */
  accepted: number;
  refused: number;
  canBeTakenBack: boolean;
}

/** Changes of terms, privacy policy and prices that customers are told of ahead. */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly plans: PlansService,
  ) {}

  /** The first day from which a change that is announced now may hold. */
  earliest(): string {
    return dayOf(earliestDay(sendingBegins(this.clock.now())));
  }

  /** Who of them pays what now, of a price. */
  byPrice({ planId, priceRappen }: Pick<PlannedChange, 'planId' | 'priceRappen'>) {
    if (!planId) return [];
    const price = { planId, priceRappen: priceRappen!, publishedAt: null };
    return countByPrice(this.em, price, confirmedAccounts(this.em));
  }

  /** How many people would be told now. @throws AppError `plan_unknown` */
  async concerned(change: Omit<PlannedChange, 'text' | 'effectiveOn'>): Promise<number> {
    if (change.planId) await this.plans.get(change.planId);
    return countConcerned(this.em, change);
  }

  /**
   * Announces a change; joins the transaction of the act.
   * @throws AppError `notice_too_short`; `already_announced` where the same is announced already, as by a second click, or for the plan a price of a later day; `plan_unknown`
   */
  async announce(em: EntityManager, change: PlannedChange): Promise<Announcement> {
    const now = this.clock.now();
    if (change.effectiveOn < this.earliest())
      throw new AppError('notice_too_short', { detail: `the earliest day is ${this.earliest()}` });
    await this.requireNewPrice(em, change);
    const announcement = em.create(Announcement, {
      id: randomUUID(),
      createdAt: now,
      kind: change.kind,
      text: change.text,
      effectiveFrom: beginOfDay(change.effectiveOn),
      sendFrom: sendingBegins(now),
      version: change.version ?? null,
      planId: change.planId ?? null,
      priceRappen: change.priceRappen ?? null,
    });
    await em.flush().catch((error: unknown) => {
      throw error instanceof UniqueConstraintViolationException ? new AppError('already_announced') : error;
    });
    await this.outbox.add(
      em,
      AnnouncementDue,
      { announcementId: announcement.id },
      { runAfter: announcement.sendFrom, dedupeKey: `announcement:${announcement.id}` },
    );
    return announcement;
  }

  /**
   * Prices of a plan follow one another by their days. One that the plan has already may be announced as long as a contract comes to
   * another: what new orders pay says nothing of those.
   */
  private async requireNewPrice(em: EntityManager, { planId, priceRappen, effectiveOn }: PlannedChange): Promise<void> {
    if (!planId) return;
    const plan = await this.plans.get(planId);
    const last = await em.findOne(Announcement, { planId }, { orderBy: { effectiveFrom: 'desc' } });
    if (last && last.effectiveFrom >= beginOfDay(effectiveOn)) throw new AppError('already_announced');
    const isComing = last !== null && last.effectiveFrom > this.clock.now();
    if (isComing && last.priceRappen === priceRappen) throw new AppError('already_announced');
    const isUnchanged = !isComing && plan.priceRappen === priceRappen;
    if (isUnchanged && (await countConcerned(em, { kind: 'price', planId, priceRappen: priceRappen })) === 0)
      throw new AppError('validation', { detail: 'the plan and all its contracts have this price already' });
  }

  /** Takes one back of which nobody was told; joins the transaction of the act. @throws AppError `not_found`, `already_sent` */
  async takeBack(em: EntityManager, id: string): Promise<Announcement> {
    // Emails that begin hold this row, so none begins while it goes.
    const row = await db(em)
      .selectFrom('announcement')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    const begun = await db(em)
      .selectFrom('announcement_receipt')
      .select('id')
      .where('announcement_id', '=', id)
      .where('begun_at', 'is not', null)
      .executeTakeFirst();
    const announcement = await em.findOneOrFail(Announcement, { id }, { refresh: true });
    if (begun || announcement.publishedAt) throw new AppError('already_sent');
    await em.nativeDelete(Announcement, { id });
    return announcement;
  }

  /** All of them, newest first. */
  async list(): Promise<AnnouncedChange[]> {
    const em = this.em.fork();
    const announcements = await em.find(Announcement, {}, { orderBy: { createdAt: 'desc', id: 'desc' } });
    const counts = await db(em)
      .selectFrom('announcement_receipt')
      .select([
        'announcement_id',
        sql<number>`count(*)::int`.as('noted'),
        sql<number>`count(begun_at)::int`.as('begun'),
        sql<number>`count(sent_at)::int`.as('sent'),
        sql<number>`(count(*) filter (where answer = 'accepted'))::int`.as('accepted'),
        sql<number>`(count(*) filter (where answer = 'refused'))::int`.as('refused'),
      ])
      .groupBy('announcement_id')
      .execute();
    const byId = new Map(counts.map((row) => [row.announcement_id, row]));
    const changes: AnnouncedChange[] = [];
    for (const announcement of announcements) {
      const count = byId.get(announcement.id);
      changes.push({
        announcement,
        concerned: count?.noted ?? (await countConcerned(em, announcement)),
        sent: count?.sent ?? 0,
        accepted: count?.accepted ?? 0,
        refused: count?.refused ?? 0,
        canBeTakenBack: !count?.begun && !announcement.publishedAt,
      });
    }
    return changes;
  }
}
