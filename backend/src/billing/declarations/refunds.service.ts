import { Injectable, Logger } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { BillingCustomer } from '../synchronisation/billing-customer.entity.js';
import { Payment } from '../synchronisation/payment.entity.js';
import { Refund } from '../synchronisation/refund.entity.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';

/** Sends money back that was promised. */
@Injectable()
export class RefundsService {
  private readonly logger = new Logger('refunds');

  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentProvider,
    private readonly synchronisation: SynchronisationService,
  ) {}

  /** Safe to repeat: the refund's id is the key at the provider. One that the provider refuses for good gives the credits back. */
  async carryOut(refundId: string): Promise<void> {
    const userId = await this.em.fork().transactional(async (em) => {
      const refund = await em.findOne(Refund, { id: refundId });
      if (!refund || refund.status !== 'requested') return null;
      // Under the customer's lock: no synchronisation sees the money twice, promised and gone, or not at all.
      await em.findOne(BillingCustomer, { userId: refund.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const payment = await em.findOneOrFail(Payment, { id: refund.paymentId });
      refund.providerId = payment.paymentIntentId ? await this.payments.refund(payment.paymentIntentId, refund.amountRappen, `refund:${refund.id}`) : null;
      refund.status = refund.providerId ? 'submitted' : 'failed';
      if (!refund.providerId) this.logger.error({ refundId }, 'the provider refused a refund: somebody has to look');
      return refund.userId;
    });
    if (userId) await this.synchronisation.synchroniseUser(userId);
  }
}
