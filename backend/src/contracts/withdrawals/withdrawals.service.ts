import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../../credits/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import {
  findOrder,
  lockCustomer,
  OrderEndingService,
  OrderWithdrawn,
  withdrawableUntil,
  type Order,
  type Payment,
} from '../../payments/index.js';
import { creditLots } from './credit-lots.js';
import { shareBack, type Share } from './share-back.js';

type PaymentShare = Share & { payment: Payment };

export interface WithdrawalTerms {
  refundRappen: number;
  credits: number;
  until: Date;
  /** Whether what is paid back, or part of it, is reckoned only once an open chargeback is decided. */
  awaitsDispute: boolean;
}

/** The right of withdrawal: the price less the share already used, by credits (docs/billing.md#money-that-goes-back). */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly endings: OrderEndingService,
    private readonly outbox: Outbox,
  ) {}

  /** What a withdrawal would pay back now. @throws AppError `not_found`, `not_withdrawable`. */
  async quote(userId: string, orderId: string): Promise<WithdrawalTerms> {
    return this.em.fork().transactional(async (em) => {
      const { order, until } = await this.requireOrder(em, userId, orderId, this.clock.now());
      const shares = await this.sharesOf(em, order);
      const now = shares.filter(({ payment }) => !payment.isDisputeOpen);
      return {
        refundRappen: sum(now, 'refundRappen'),
        credits: sum(now, 'credits'),
        until,
        awaitsDispute: now.length < shares.length,
      };
    });
  }

  /**
   * Withdraws: credits back to us, money promised back, the contract ended, a receipt by mail; all in one transaction. A second
   * call finds it done. What counts is when it was declared, not when it is carried out.
   * @throws AppError `not_found`, `not_withdrawable`.
   */
  async withdraw(userId: string, orderId: string, declaredAt = this.clock.now()): Promise<Order> {
    return this.em.fork().transactional(async (em) => {
      // Nothing is granted or corrected meanwhile, and nobody spends between the reckoning and the taking.
      await lockCustomer(em, userId);
      await this.credits.hold(em, userId);
      const known = await findOrder(em, { id: orderId, userId });
      if (known?.status === 'withdrawn') return known;
      const { order } = await this.requireOrder(em, userId, orderId, declaredAt);
      await this.end(em, order, declaredAt);
      await this.outbox.add(em, OrderWithdrawn, { orderId: order.id }, { dedupeKey: `order-withdrawn:${order.id}` });
      await em.flush();
      return order;
    });
  }

  /**
   * Reckons withdrawals that were declared while a chargeback was open, for payments whose chargeback is decided: what was won
   * has brought its credits back, which nobody could use since. Runs under the customer's lock, right after the corrections.
   */
  async settleDecided(em: EntityManager, userId: string): Promise<void> {
    for (const { order, payment } of await this.endings.decided(em, userId)) {
      const [share] = await this.sharesOf(em, order, [payment]);
      await this.endings.settle(em, order, payment, share!.refundRappen);
    }
  }

  /** Ends the contract of a paid order and promises the money back, under the locks of `withdraw`. */
  async end(em: EntityManager, order: Order, at: Date): Promise<void> {
    for (const { payment, refundRappen } of await this.sharesOf(em, order))
      await this.endings.windUp(em, order, payment, refundRappen);
    await this.endings.end(em, order, at);
  }

  private async requireOrder(
    em: EntityManager,
    userId: string,
    orderId: string,
    at: Date,
  ): Promise<{ order: Order; until: Date }> {
    const order = await findOrder(em, { id: orderId, userId });
    if (!order) throw new AppError('not_found');
    const until = withdrawableUntil(order, at);
    if (!until) throw new AppError('not_withdrawable');
    return { order, until };
  }

  /**
   * What is left of each payment's own credits, by the whole history of the customer's balance.
   * @param payments of the order; all of them unless given
   */
  private async sharesOf(em: EntityManager, order: Order, payments?: Payment[]): Promise<PaymentShare[]> {
    const all = await this.endings.paymentsOfCustomer(em, order.userId);
    const { byPayment } = creditLots(await this.credits.entriesIn(em, order.userId), all);
    return (payments ?? (await this.endings.paymentsOf(em, order))).map((payment) => ({
      payment,
      ...shareBack(payment, byPayment.get(payment.id) ?? 0),
    }));
  }
}

function sum(shares: PaymentShare[], key: 'refundRappen' | 'credits'): number {
  return shares.reduce((total, share) => total + share[key], 0);
}
