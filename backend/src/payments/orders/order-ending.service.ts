import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PlanRestoreRequested, RefundRequested, SubscriptionEndRequested } from '../payments.events.js';
import { Order } from '../records/order.entity.js';
import { Payment } from '../records/payment.entity.js';
import { Refund } from '../records/refund.entity.js';
import { Subscription } from '../records/subscription.entity.js';
import { CorrectionsService } from '../synchronisation/corrections.service.js';

/** What ending the contract of a paid order does to its rows. Everything runs in the caller's transaction, under the customer's lock. */
@Injectable()
export class OrderEndingService {
  constructor(
    private readonly clock: Clock,
    private readonly corrections: CorrectionsService,
    private readonly outbox: Outbox,
  ) {}

  paymentsOfCustomer(em: EntityManager, userId: string): Promise<Payment[]> {
    return em.find(Payment, { userId }, { refresh: true });
  }

  /** A plan comes with everything that was paid for the subscription it began, later upgrades included; an upgrade with those built on it. */
  async paymentsOf(em: EntityManager, order: Order): Promise<Payment[]> {
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

  /** Promises back what is due of a payment; while a chargeback on it is open, that is put off. */
  async windUp(em: EntityManager, order: Order, payment: Payment, refundRappen: number): Promise<void> {
    payment.woundUpAt = this.clock.now();
    if (!payment.isDisputeOpen) return this.giveBack(em, order, payment, refundRappen);
    // The provider sends no money back meanwhile, and who keeps what was paid is not known yet.
    payment.settlesOrderId = order.id;
    order.awaitsDispute = true;
  }

  /** Payments that were put off and whose chargeback is decided, each with the order that ended. */
  async decided(em: EntityManager, userId: string): Promise<{ order: Order; payment: Payment }[]> {
    const payments = await em.find(Payment, { userId, settlesOrderId: { $ne: null }, isDisputeOpen: false });
    const orders = await em.find(Order, { id: { $in: payments.map(({ settlesOrderId }) => settlesOrderId!) } });
    return payments.map((payment) => ({
      payment,
      order: orders.find(({ id }) => id === payment.settlesOrderId)!,
    }));
  }

  /** Does for one of these what was put off. */
  async settle(em: EntityManager, order: Order, payment: Payment, refundRappen: number): Promise<void> {
    payment.settlesOrderId = null;
    await this.giveBack(em, order, payment, refundRappen);
    await em.flush();
    order.awaitsDispute = (await em.count(Payment, { settlesOrderId: order.id })) > 0;
  }

  /** Notes that it was withdrawn from, with what was built on it, and has the provider end or change the subscription. */
  async end(em: EntityManager, order: Order, at: Date): Promise<void> {
    for (const one of [order, ...(await this.builtOn(em, order))])
      Object.assign(one, { status: 'withdrawn', withdrawnAt: at });
    if (order.kind === 'upgrade') await this.outbox.add(em, PlanRestoreRequested, { orderId: order.id });
    if (order.kind !== 'plan' || !order.subscriptionId) return;
    const { providerId } = await em.findOneOrFail(Subscription, { id: order.subscriptionId });
    await this.outbox.add(em, SubscriptionEndRequested, {
      userId: order.userId,
      when: 'now',
      providerSubscriptionId: providerId,
    });
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

  private async giveBack(em: EntityManager, order: Order, payment: Payment, refundRappen: number): Promise<void> {
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
}
