import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PlanRestoreRequested } from '../payments.events.js';
import { PriceChangesService } from '../price-changes/price-changes.service.js';
import { lockCustomer } from '../records/lock-customer.js';
import { Order } from '../records/order.entity.js';
import { PlansService } from '../../catalogue/index.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { agreedPlan } from './agreed-plan.js';
import { Subscription } from '../records/subscription.entity.js';

/** Puts the plan from before a withdrawn upgrade back into force. */
@Injectable()
export class PlanRestoringService {
  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentProvider,
    private readonly plans: PlansService,
    private readonly synchronisation: SynchronisationService,
    private readonly priceChanges: PriceChangesService,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Which plan that is follows from all upgrades, however late this is carried out; it costs what it cost before them. Nothing is
   * restored once the subscription has ended. The renewal may be near, so an announced price of it is set at once.
   */
  async restore(orderId: string): Promise<void> {
    const order = await this.em.fork().findOne(Order, { id: orderId, kind: 'upgrade' });
    if (!order?.subscriptionId) return;
    const { userId, subscriptionId } = order;
    const isRestored = await this.em
      .fork()
      .transactional((em) => this.putBack(em, { userId, subscriptionId, orderId }));
    if (!isRestored) return;
    await this.synchronisation.synchroniseUser(userId);
    if ((await this.priceChanges.noteDue(subscriptionId)) > 0) await this.priceChanges.carryOut(subscriptionId);
  }

  /** Under the customer's lock, so that no price is set meanwhile for the plan that goes. */
  private async putBack(
    em: EntityManager,
    { userId, subscriptionId, orderId }: { userId: string; subscriptionId: string; orderId: string },
  ): Promise<boolean> {
    await lockCustomer(em, userId);
    const subscription = await em.findOne(Subscription, { id: subscriptionId });
    if (!subscription || subscription.status === 'canceled') return false;
    const agreed = await agreedPlan(em, subscription);
    if (!agreed) return false;
    const plan = await this.plans.get(agreed.planId, em);
    const priceId = await this.plans.providerPriceAt(plan, agreed.priceRappen ?? plan.priceRappen);
    await this.payments.restorePlan(
      { subscriptionId: subscription.providerId, itemId: subscription.providerItemId, priceId },
      `restore:${orderId}:${priceId}`,
    );
    return true;
  }

  /** Until the plan is back, the next bill would be too high: it is tried until it is done. */
  async tryAgainLater(orderId: string, em: EntityManager): Promise<void> {
    await this.outbox.add(
      em,
      PlanRestoreRequested,
      { orderId },
      { runAfter: new Date(this.clock.now().getTime() + HOUR) },
    );
  }
}
