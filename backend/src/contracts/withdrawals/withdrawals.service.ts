import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CreditsService } from '../../credits/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import {
  PlanRestoreRequested,
  SubscriptionEndRequested,
  Order,
  withdrawableUntil,
  Subscription,
  BillingCustomer,
  CorrectionsService,
  Payment,
  Refund,
  OrderWithdrawn,
  RefundRequested,
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
    private readonly corrections: CorrectionsService,
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
      await em.findOne(BillingCustomer, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await this.credits.hold(em, userId);
      const known = await em.findOne(Order, { id: orderId, userId }, { refresh: true });
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
    const decided = await em.find(Payment, { userId, settlesOrderId: { $ne: null }, isDisputeOpen: false });
    for (const payment of decided) {
      const order = await em.findOneOrFail(Order, { id: payment.settlesOrderId! });
      const [share] = await this.sharesOf(em, order, [payment]);
      payment.settlesOrderId = null;
      if (share) await this.giveBack(em, order, share);
      await em.flush();
      order.awaitsDispute = (await em.count(Payment, { settlesOrderId: order.id })) > 0;
    }
  }

  /** Ends the contract of a paid order and promises the money back, under the locks of `withdraw`. */
  async end(em: EntityManager, order: Order, at: Date): Promise<void> {
    for (const share of await this.sharesOf(em, order)) {
      share.payment.woundUpAt = this.clock.now();
      if (share.payment.isDisputeOpen) postpone(order, share.payment);
      else await this.giveBack(em, order, share);
    }
    for (const one of [order, ...(await this.builtOn(em, order))]) {
      one.status = 'withdrawn';
      one.withdrawnAt = at;
    }
    await this.endContract(em, order);
  }

  private async requireOrder(
    em: EntityManager,
    userId: string,
    orderId: string,
    at: Date,
  ): Promise<{ order: Order; until: Date }> {
    const order = await em.findOne(Order, { id: orderId, userId }, { refresh: true });
    if (!order) throw new AppError('not_found');
    const until = withdrawableUntil(order, at);
    if (!until) throw new AppError('not_withdrawable');
    return { order, until };
  }

  /** What was ordered on top of an order and cannot stand without it: later upgrades of the same subscription. */
  private async builtOn(em: EntityManager, order: Order): Promise<Order[]> {
    if (order.kind === 'pack' || !order.subscriptionId) return [];
    const since = order.kind === 'upgrade' ? { createdAt: { $gt: order.createdAt } } : {};
    return em.find(
      Order,
      {
        userId: order.userId,
        kind: 'upgrade',
        subscriptionId: order.subscriptionId,
        status: 'paid',
        id: { $ne: order.id },
        ...since,
      },
      { refresh: true },
    );
  }

  private async endContract(em: EntityManager, order: Order): Promise<void> {
    if (order.kind === 'upgrade') await this.outbox.add(em, PlanRestoreRequested, { orderId: order.id });
    if (order.kind !== 'plan' || !order.subscriptionId) return;
    const { providerId } = await em.findOneOrFail(Subscription, { id: order.subscriptionId });
    await this.outbox.add(em, SubscriptionEndRequested, {
      userId: order.userId,
      when: 'now',
      providerSubscriptionId: providerId,
    });
  }

  private async giveBack(em: EntityManager, order: Order, { payment, refundRappen }: PaymentShare): Promise<void> {
    if (refundRappen === 0) return;
    order.refundRappen += refundRappen;
    const refund = em.create(Refund, {
      id: randomUUID(),
      createdAt: this.clock.now(),
      userId: order.userId,
      paymentId: payment.id,
      orderId: order.id,
      amountRappen: refundRappen,
      status: 'requested',
    });
    await em.flush();
    await this.corrections.follow(em, payment);
    await this.outbox.add(em, RefundRequested, { refundId: refund.id });
  }

  /**
   * What is left of each payment's own credits, by the whole history of the customer's balance.
   * @param payments of the order; all of them unless given
   */
  private async sharesOf(em: EntityManager, order: Order, payments?: Payment[]): Promise<PaymentShare[]> {
    const all = await em.find(Payment, { userId: order.userId }, { refresh: true });
    const { byPayment } = creditLots(await this.credits.entriesIn(em, order.userId), all);
    return (payments ?? (await this.paymentsOf(em, order))).map((payment) => ({
      payment,
      ...shareBack(payment, byPayment.get(payment.id) ?? 0),
    }));
  }

  /** Withdrawing from a plan gives back everything that was paid for the subscription it began, later upgrades included; so does an upgrade with those built on it. */
  private async paymentsOf(em: EntityManager, order: Order): Promise<Payment[]> {
    const subscription =
      order.kind === 'plan' && order.subscriptionId
        ? await em.findOne(Subscription, { id: order.subscriptionId })
        : null;
    const orderIds = [order, ...(await this.builtOn(em, order))].map(({ id }) => id);
    const what = subscription ? { providerSubscriptionId: subscription.providerId } : { orderId: { $in: orderIds } };
    return em.find(
      Payment,
      { userId: order.userId, ...what },
      { orderBy: [{ paidAt: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }], refresh: true },
    );
  }
}

/** The provider sends no money back while a chargeback is open, and who keeps what was paid is not known yet. */
function postpone(order: Order, payment: Payment): void {
  payment.settlesOrderId = order.id;
  order.awaitsDispute = true;
}

function sum(shares: PaymentShare[], key: 'refundRappen' | 'credits'): number {
  return shares.reduce((total, share) => total + share[key], 0);
}
