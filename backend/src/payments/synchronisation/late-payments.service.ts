import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { UsersService } from '../../identity/index.js';
import { Clock } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PlanRestoreRequested, OrderWithdrawn, RefundRequested } from '../payments.events.js';
import { Order } from '../records/order.entity.js';
import { Subscription } from '../records/subscription.entity.js';
import { CorrectionsService } from './corrections.service.js';
import { Payment } from '../records/payment.entity.js';
import { Refund } from '../records/refund.entity.js';

/**
 * Money that comes in for a contract that has ended goes back whole: a page that was still open, a bill that was paid on the
 * provider's page while we were ending the subscription, an upgrade paid while what it was built on was withdrawn from.
 */
@Injectable()
export class LatePaymentsService {
  private readonly logger = new Logger('late payments');

  constructor(
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly corrections: CorrectionsService,
    private readonly outbox: Outbox,
  ) {}

  /** Runs under the customer's lock, once payments are recorded and orders settled. */
  async giveBack(em: EntityManager, userId: string): Promise<void> {
    const leftAt = await this.users.leftAt(userId);
    const withdrawn = await em.find(Order, { userId, status: 'withdrawn', subscriptionId: { $ne: null } });
    if (!leftAt && withdrawn.length === 0) return;
    const subscriptions = await em.find(Subscription, { userId });
    for (const payment of await em.find(Payment, { userId, woundUpAt: null })) {
      const subscription = subscriptions.find(({ providerId }) => providerId === payment.providerSubscriptionId);
      const order = payment.orderId ? await em.findOne(Order, { id: payment.orderId }) : null;
      const isLate =
        cameAfter(payment, leftAt) ||
        withdrawn.some(
          (ended) => ended.subscriptionId === subscription?.id && (ended.kind === 'plan' || isBuiltOn(order, ended)),
        );
      // Who keeps the money of an open chargeback is not known yet.
      if (isLate && !payment.isDisputeOpen) await this.giveBackWhole(em, payment, order);
    }
  }

  private async giveBackWhole(em: EntityManager, payment: Payment, order: Order | null): Promise<void> {
    const now = this.clock.now();
    payment.woundUpAt = now;
    if (order?.kind === 'upgrade' && order.status === 'paid') {
      Object.assign(order, { status: 'withdrawn', withdrawnAt: now });
      await this.outbox.add(em, PlanRestoreRequested, { orderId: order.id });
      await this.outbox.add(em, OrderWithdrawn, { orderId: order.id }, { dedupeKey: `order-withdrawn:${order.id}` });
    }
    const open = payment.amountRappen - payment.refundedRappen - payment.disputedRappen;
    if (open <= 0) return;
    if (order) order.refundRappen += open;
    const refund = em.create(Refund, {
      id: randomUUID(),
      createdAt: now,
      userId: payment.userId,
      paymentId: payment.id,
      orderId: payment.orderId ?? null,
      amountRappen: open,
      status: 'requested',
    });
    await em.flush();
    await this.corrections.follow(em, payment);
    await this.outbox.add(em, RefundRequested, { refundId: refund.id });
    this.logger.log({ paymentId: payment.id }, 'a payment for a contract that had ended goes back');
  }
}

/** The provider tells times in whole seconds: of the second in which its customer left, a payment is late unless it was recorded before. */
const cameAfter = ({ paidAt, createdAt }: Payment, leftAt: Date | null): boolean =>
  leftAt !== null && createdAt >= leftAt && paidAt.getTime() >= Math.floor(leftAt.getTime() / 1000) * 1000;

/** Whether an upgrade was ordered on top of one that was withdrawn from before this one was paid. */
function isBuiltOn(order: Order | null, ended: Order): boolean {
  return (
    order?.kind === 'upgrade' &&
    ended.kind === 'upgrade' &&
    ended.createdAt < order.createdAt &&
    ended.withdrawnAt! > order.createdAt
  );
}
