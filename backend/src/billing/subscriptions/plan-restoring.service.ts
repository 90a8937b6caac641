import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Order } from '../orders/order.entity.js';
import { PlansService } from '../plans/plans.service.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { Subscription } from './subscription.entity.js';

/** Puts the plan from before a withdrawn upgrade back into force. */
@Injectable()
export class PlanRestoringService {
  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentProvider,
    private readonly plans: PlansService,
    private readonly synchronisation: SynchronisationService,
  ) {}

  /** Upgrades that were built on the withdrawn one are withdrawn with it. Nothing is restored once the subscription has ended. */
  async restore(orderId: string): Promise<void> {
    const em = this.em.fork();
    const order = await em.findOne(Order, { id: orderId, kind: 'upgrade' });
    const subscription = order?.subscriptionId ? await em.findOne(Subscription, { id: order.subscriptionId }) : null;
    if (!order || !subscription || subscription.planId === order.fromPlanId || subscription.status === 'canceled') return;
    const priceId = await this.plans.providerPrice(await this.plans.get(order.fromPlanId!));
    await this.payments.restorePlan({ subscriptionId: subscription.providerId, itemId: subscription.providerItemId, priceId }, `restore:${order.id}`);
    await this.synchronisation.synchroniseUser(order.userId);
  }
}
