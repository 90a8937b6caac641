import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { SubscriptionCommandsService, SynchronisationService } from '../payments/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { Outbox } from '../platform/queue/index.js';
import { AnnouncementReceipt } from './announcement.entity.js';
import { TermsRefused } from './announcements.events.js';

/** Ends the plans of those who have refused new terms. The refusal is written first; ending may be repeated. */
@Injectable()
export class RefusalsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly commands: SubscriptionCommandsService,
    private readonly synchronisation: SynchronisationService,
    private readonly outbox: Outbox,
  ) {}

  /** Notes in the transaction of the refusal that its plan is to be ended. */
  async note(em: EntityManager, receiptId: string): Promise<void> {
    await this.outbox.add(em, TermsRefused, { receiptId });
  }

  /** Ends the plan of a refusal that stands; nothing where it was ended, or taken back. */
  async end(receiptId: string): Promise<void> {
    const refusal = { id: receiptId, answer: 'refused' as const, planEndedAt: null };
    const receipt = await this.em.fork().findOne(AnnouncementReceipt, refusal);
    if (!receipt) return;
    // The provider is read first: a plan that is being resumed may run on there already.
    await this.synchronisation.synchroniseUser(receipt.userId);
    // Meanwhile the terms may have been accepted, or the plan resumed.
    if (!(await this.em.fork().findOne(AnnouncementReceipt, refusal))) return;
    await this.commands.cancel(receipt.userId).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'no_subscription')) throw error;
    });
    await this.em.fork().nativeUpdate(AnnouncementReceipt, refusal, { planEndedAt: this.clock.now() });
  }

  /** It is tried until it is done: the customer must not pay under terms that were refused. */
  async tryAgainLater(receiptId: string, em: EntityManager): Promise<void> {
    const runAfter = new Date(this.clock.now().getTime() + HOUR);
    await this.outbox.add(em, TermsRefused, { receiptId }, { runAfter });
  }
}
