import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { acceptTerms, requireUser, sessionBegan } from '../identity/index.js';
import { SubscriptionResumed, SubscriptionsService } from '../payments/index.js';
import { Clock } from '../platform/clock/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { AppError } from '../platform/errors/index.js';
import type { Principal } from '../platform/http/index.js';
import { Announcement, AnnouncementReceipt } from './announcement.entity.js';
import { db } from './announcements.tables.js';
import type { NewTerms, NewTermsAnswer } from './new-terms.schemas.js';
import { canBeRead } from './published-terms.js';
import { RefusalsService } from './refusals.service.js';

interface Due {
  announcement: Announcement;
  receipt: AnnouncementReceipt;
}

/** What customers say to new terms once their day has come. Until they accept, the old ones hold. */
@Injectable()
export class NewTermsService implements OnModuleInit {
  private readonly logger = new Logger('announcements');

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly subscriptions: SubscriptionsService,
    private readonly refusals: RefusalsService,
    private readonly domainEvents: DomainEvents,
  ) {}

  /** A plan that runs on after all runs on under terms that are asked about again. */
  onModuleInit(): void {
    this.domainEvents.subscribe(SubscriptionResumed, async (em, { userId }) => {
      await em.nativeUpdate(
        AnnouncementReceipt,
        { userId, answer: 'refused' },
        { answer: null, answeredAt: null, oldTermsUntil: null, planEndedAt: null },
      );
    });
  }

  /** What this session is asked; after a refusal that is over, only one that was opened later. */
  async asked({ userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>): Promise<NewTerms | null> {
    const em = this.em.fork();
    const due = await this.due(em, userId);
    if (!due) return null;
    const { answeredAt, oldTermsUntil } = due.receipt;
    if (await this.runsOn(em, due.receipt)) return this.question(due);
    if (oldTermsUntil && oldTermsUntil > this.clock.now()) return null;
    const began = answeredAt && (await sessionBegan(em, sessionId));
    if (answeredAt && (!began || began <= answeredAt)) return null;
    return this.question(due);
  }

  /** Whether a plan that a refusal ended was resumed, as at the provider: it is not to run on under refused terms. */
  private async runsOn(em: EntityManager, { userId, answer, planEndedAt }: AnnouncementReceipt): Promise<boolean> {
    if (answer !== 'refused' || !planEndedAt) return false;
    return (await this.subscriptions.running(userId, em)).some(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd);
  }

  private async question({ announcement, receipt }: Due): Promise<NewTerms> {
    return {
      version: announcement.version!,
      text: announcement.text,
      effectiveFrom: receipt.effectiveFrom!.toISOString(),
      paidUntil: (await this.paidUntil(receipt.userId))?.toISOString() ?? null,
    };
  }

  /** The same answer again changes nothing. @throws AppError `conflict` when this version is not due, or is accepted already */
  async answer(userId: string, { version, answer }: NewTermsAnswer): Promise<void> {
    const { termsVersion } = await requireUser(this.em.fork(), userId);
    if (answer === 'accepted' && termsVersion === version) return;
    const until = (await this.paidUntil(userId)) ?? this.clock.now();
    const receiptId = await this.em.fork().transactional(async (em) => {
      const user = await requireUser(em, userId, 'write');
      if (answer === 'accepted' && user.termsVersion === version) return null;
      const { receipt } = await this.requireDue(em, userId, version);
      const now = this.clock.now();
      const isSame = answer === receipt.answer && receipt.oldTermsUntil && receipt.oldTermsUntil > now;
      if (isSame && !(await this.runsOn(em, receipt))) return receipt.id;
      if (answer === 'accepted') await acceptTerms(em, user, version, now);
      const oldTermsUntil = answer === 'refused' ? until : null;
      Object.assign(receipt, { answer, answeredAt: now, oldTermsUntil, planEndedAt: null });
      await em.flush();
      // Also after a crash, or where the provider is away.
      if (answer === 'refused') await this.refusals.note(em, receipt.id);
      return receipt.id;
    });
    if (answer === 'refused' && receiptId)
      await this.refusals
        .end(receiptId)
        .catch((error: unknown) => this.logger.warn({ err: error }, 'the plan of a refusal is ended by its job'));
  }

  private async requireDue(em: EntityManager, userId: string, version: string): Promise<Due> {
    const due = await this.due(em, userId);
    if (due?.announcement.version !== version) throw new AppError('conflict', { detail: 'this version is not due' });
    return due;
  }

  /** The published terms that this customer was told of in time and has not accepted. */
  private async due(em: EntityManager, userId: string): Promise<Due | null> {
    const { termsVersion } = await requireUser(em, userId);
    const rows = await db(em)
      .selectFrom('announcement_receipt as r')
      .innerJoin('announcement as a', 'a.id', 'r.announcement_id')
      .select(['r.id as receipt_id', 'a.id as announcement_id', 'a.version'])
      .where('r.user_id', '=', userId)
      .where('a.kind', '=', 'terms')
      .where('r.effective_from', '<=', this.clock.now())
      .execute();
    const [newest] = rows
      .filter(({ version }) => canBeRead(version!) && version! > (termsVersion ?? ''))
      .toSorted((one, other) => (one.version! < other.version! ? 1 : -1));
    if (!newest) return null;
    return {
      announcement: await em.findOneOrFail(Announcement, { id: newest.announcement_id }),
      receipt: await em.findOneOrFail(AnnouncementReceipt, { id: newest.receipt_id }, { refresh: true }),
    };
  }

  private async paidUntil(userId: string): Promise<Date | null> {
    return (await this.subscriptions.current(userId))?.currentPeriodEnd ?? null;
  }
}
