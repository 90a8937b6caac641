import { Injectable } from '@nestjs/common';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../../credits/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { RefundRequested } from '../payments.events.js';
import { lockCustomer } from '../records/lock-customer.js';
import { CorrectionsService } from '../synchronisation/corrections.service.js';
import { Payment } from '../records/payment.entity.js';
import { Refund } from '../records/refund.entity.js';

interface Waiting {
  refund: Refund;
  payment: Payment;
}

/** What a person does with money that could not be sent back. Joins the transaction of the act; the credits follow the money in it. */
@Injectable()
export class FailedRefundsService {
  constructor(
    private readonly credits: CreditsService,
    private readonly corrections: CorrectionsService,
    private readonly outbox: Outbox,
  ) {}

  /** Promises it once more and has it sent by the job of every refund. @throws AppError `not_found`; `conflict` when somebody else was quicker; `nothing_to_refund`. */
  async retry(em: EntityManager, id: string): Promise<Refund> {
    const { refund, payment } = await this.requireFailed(em, id);
    if (leftOf(payment) <= 0) throw new AppError('nothing_to_refund');
    Object.assign(refund, { status: 'requested', attempt: refund.attempt + 1 });
    await em.flush();
    await this.corrections.follow(em, payment);
    await this.outbox.add(em, RefundRequested, { refundId: id });
    await em.flush();
    return refund;
  }

  /** Notes that it went back in another way, which its credits follow, or that nothing is due. @throws AppError `not_found`, `conflict`. */
  async settle(em: EntityManager, id: string, how: 'settled' | 'dropped'): Promise<Refund> {
    const { refund, payment } = await this.requireFailed(em, id);
    refund.status = how;
    await em.flush();
    await this.corrections.follow(em, payment);
    await em.flush();
    return refund;
  }

  /** @throws AppError `not_found` */
  async ownerOf(em: EntityManager, id: string): Promise<string> {
    const { userId } = (await em.findOne(Refund, { id }, { fields: ['userId'] })) ?? {};
    if (!userId) throw new AppError('not_found');
    return userId;
  }

  /** Under the customer's lock: no synchronisation and no spending meanwhile. */
  private async requireFailed(em: EntityManager, id: string): Promise<Waiting> {
    const userId = await this.ownerOf(em, id);
    await lockCustomer(em, userId);
    await this.credits.hold(em, userId);
    const refund = await em.findOneOrFail(Refund, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (refund.status !== 'failed')
      throw new AppError('conflict', { detail: 'this refund does not wait for anybody any more' });
    return { refund, payment: await em.findOneOrFail(Payment, { id: refund.paymentId }, { refresh: true }) };
  }
}

/** What of a payment could still go back, as the provider last told. */
export const leftOf = ({ amountRappen, refundedRappen, disputedRappen }: Payment): number =>
  amountRappen - refundedRappen - disputedRappen;
