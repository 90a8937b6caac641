import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PlanRestoreRequested } from '../payments.events.js';
import { PriceChangesService } from '../price-changes/price-changes.service.js';
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
   * restored once the subscription has ended. The renewal may be near, so an announced price of the plan is set at once.
   */
  async restore(orderId: string): Promise<void> {
    const em = this.em.fork();
    const order = await em.findOne(Order, { id: orderId, kind: 'upgrade' });
    const subscription = order?.subscriptionId ? await em.findOne(Subscription, { id: order.subscriptionId }) : null;
    if (!order || !subscription || subscription.status === 'canceled') return;
    const agreed = await agreedPlan(em, subscription);
    if (!agreed) return;
    const plan = await this.plans.get(agreed.planId, em);
    // A price that was announced since is not the one that was paid.
    const priceRappen = agreed.priceRappen ?? (await this.plans.priceAt(em, plan, agreed.leftAt));
    const priceId = await this.plans.providerPriceAt(plan, priceRappen);
    // Without the customer's lock: a price is set for the plan a subscription has here and there, and no upgrade is sold meanwhile.
    await this.payments.restorePlan(
      { subscriptionId: subscription.providerId, itemId: subscription.providerItemId, priceId },
      `restore:${order.id}:${priceId}`,
    );
    await this.synchronisation.synchroniseUser(order.userId);
    if ((await this.priceChanges.noteDue(subscription.id)) > 0) await this.priceChanges.carryOut(subscription.id);
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
