import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Order } from './records/order.entity.js';
import { PlansService } from '../catalogue/index.js';
import { type PAYMENT_PROBLEMS, Subscription } from './records/subscription.entity.js';
import { Payment } from './records/payment.entity.js';
import { Refund } from './records/refund.entity.js';
import { SynchronisationService } from './synchronisation/synchronisation.service.js';

/** A subscription as its customer knows it. */
export interface NamedSubscription {
  subscription: Subscription;
  planName: string;
}

/** A payment that was charged back, with what it was for and what we pay back of it. */
export interface DisputedPayment {
  payment: Payment;
  order: Order | null;
  subscription: NamedSubscription | null;
  refundRappen: number;
}

/** What emails about orders, subscriptions and payments tell, as it stands when they are written. */
@Injectable()
export class PaymentEmails {
  constructor(
    private readonly em: EntityManager,
    private readonly plans: PlansService,
    private readonly synchronisation: SynchronisationService,
  ) {}

  /** Asks the provider: the email may be due before the cancellation is written here. @returns null when it was taken back meanwhile. */
  async canceled(subscriptionId: string): Promise<NamedSubscription | null> {
    const known = await this.em.findOne(Subscription, { id: subscriptionId });
    if (known) await this.synchronisation.synchroniseUser(known.userId);
    const found = await this.named({ id: subscriptionId });
    return found && (found.subscription.cancelAtPeriodEnd || found.subscription.status === 'canceled') ? found : null;
  }

  /** @returns null when it was paid meanwhile, or another thing is the matter by now, which has an email of its own. */
  async paymentNeeded(
    providerId: string,
    problem: (typeof PAYMENT_PROBLEMS)[number],
  ): Promise<NamedSubscription | null> {
    const found = await this.named({ providerId });
    return found?.subscription.problem === problem ? found : null;
  }

  async withdrawn(orderId: string): Promise<{ order: Order; refundRappen: number } | null> {
    const order = await this.em.findOne(Order, { id: orderId, status: 'withdrawn' }, { refresh: true });
    if (!order) return null;
    const refunds = await this.em.find(Refund, { orderId });
    return { order, refundRappen: refunds.reduce((sum, refund) => sum + refund.amountRappen, 0) };
  }

  /** Where a customer stands after a chargeback on a payment. @returns null when the payment is not known any more. */
  async disputeDecided(paymentId: string): Promise<DisputedPayment | null> {
    const payment = await this.em.findOne(Payment, { id: paymentId }, { refresh: true });
    if (!payment) return null;
    const subscription = payment.providerSubscriptionId
      ? await this.named({ providerId: payment.providerSubscriptionId })
      : null;
    const own = payment.orderId ? await this.em.findOne(Order, { id: payment.orderId }, { refresh: true }) : null;
    // A renewal has no order of its own: it goes with the one that began the subscription.
    const order =
      own ??
      (subscription &&
        (await this.em.findOne(
          Order,
          { kind: 'plan', subscriptionId: subscription.subscription.id },
          { refresh: true },
        )));
    const refunds = await this.em.find(Refund, { paymentId }, { refresh: true });
    return {
      payment,
      order,
      subscription,
      refundRappen: refunds.reduce((sum, refund) => sum + refund.amountRappen, 0),
    };
  }

  private async named(which: { id: string } | { providerId: string }): Promise<NamedSubscription | null> {
    const subscription = await this.em.findOne(Subscription, which, { refresh: true });
    if (!subscription) return null;
    return { subscription, planName: (await this.plans.get(subscription.planId)).name };
  }
}
