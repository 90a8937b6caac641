import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { RefundRequested } from '../payments.events.js';
import { lockCustomer } from '../records/lock-customer.js';
import { Payment } from '../records/payment.entity.js';
import { Refund } from '../records/refund.entity.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';

/** Sends money back that was promised. */
@Injectable()
export class RefundsService {
  private readonly logger = new Logger('refunds');

  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentProvider,
    private readonly synchronisation: SynchronisationService,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /** Safe to repeat: the provider knows the refund by our id. What somebody gave back meanwhile is not sent twice. One that is refused for good gives the credits back. */
  async carryOut(refundId: string): Promise<void> {
    const userId = await this.em.fork().transactional(async (em) => {
      const refund = await em.findOne(Refund, { id: refundId });
      if (!refund || refund.status !== 'requested') return null;
      // Under the customer's lock: no synchronisation sees the money twice, promised and gone, or not at all.
      await lockCustomer(em, refund.userId);
      const payment = await em.findOneOrFail(Payment, { id: refund.paymentId });
      const { id, attempt, amountRappen } = refund;
      const sent = payment.paymentIntentId
        ? await this.payments.refund({ id, attempt, paymentIntentId: payment.paymentIntentId, amountRappen })
        : 'refused';
      const isSent = typeof sent === 'object';
      Object.assign(
        refund,
        isSent ? { ...sent, status: 'submitted', failure: null } : { status: 'failed', failure: sent },
      );
      if (!isSent)
        this.logger.error({ refundId, failure: sent }, 'the provider refused a refund: somebody has to look');
      return refund.userId;
    });
    if (userId) await this.synchronisation.synchroniseUser(userId);
  }

  /** The credits are gone already, so the money has to follow: it is tried until it is done. */
  async tryAgainLater(refundId: string, em: EntityManager): Promise<void> {
    await this.outbox.add(em, RefundRequested, { refundId }, { runAfter: new Date(this.clock.now().getTime() + HOUR) });
  }
}
