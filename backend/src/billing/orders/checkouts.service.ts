import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../../config/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { CustomersService } from '../synchronisation/customers.service.js';
import { PlansService } from '../plans/plans.service.js';
import { Order } from './order.entity.js';

/** The provider's pages on which plans and packs are paid. */
@Injectable()
export class CheckoutsService {
  constructor(
    private readonly em: EntityManager,
    private readonly plans: PlansService,
    private readonly customers: CustomersService,
    private readonly payments: PaymentProvider,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Opens the checkout of an order; with the same order again it is the same one. */
  async open(order: Order): Promise<Order> {
    await this.expireEarlier(order);
    if (order.kind === 'plan') await this.endUnpaid(order.userId);
    const isPack = order.kind === 'pack';
    const checkout = await this.payments.openCheckout({
      orderId: order.id,
      customerId: await this.customers.ensure(order.userId),
      item: isPack ? { name: `Bildnis ${order.itemName}: ${order.credits} Credits`, amountRappen: order.amountRappen } : { priceId: await this.plans.providerPrice(await this.plans.get(order.planId!)) },
      successUrl: `${this.config.publicOrigin}/app?${isPack ? 'credit_pack_success=true&' : ''}session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${this.config.publicOrigin}/bestellen?${isPack ? `pack=${order.packId}` : `plan=${order.planId}`}`,
    });
    order.checkoutId = checkout.id;
    order.paymentUrl = checkout.url;
    await this.em.flush();
    return order;
  }

  /** Closes every open checkout of a user, so that none can be paid any more. */
  async expirePending(userId: string): Promise<void> {
    await this.expire(await this.em.find(Order, { userId, status: 'pending', kind: { $ne: 'upgrade' } }, { refresh: true }));
  }

  /** Two open checkouts for the same could both be paid; only the newest stays open. */
  private async expireEarlier(newest: Order): Promise<void> {
    await this.expire(await this.em.find(Order, { userId: newest.userId, kind: newest.kind, status: 'pending', id: { $ne: newest.id }, createdAt: { $lte: newest.createdAt } }));
  }

  /** A subscription that never was paid, or no longer is, must not come alive beside the new one. */
  private async endUnpaid(userId: string): Promise<void> {
    const dead = await this.em.find(Subscription, { userId, status: { $in: ['incomplete', 'unpaid'] } });
    for (const subscription of dead) await this.payments.endSubscription(subscription.providerId);
  }

  private async expire(orders: Order[]): Promise<void> {
    for (const order of orders) {
      if (order.checkoutId) {
        await this.payments.expireCheckout(order.checkoutId);
        const checkout = await this.payments.readCheckout(order.checkoutId);
        if (checkout.paid) continue; // paid in the meantime: synchronisation will settle it
      }
      order.status = 'expired';
      order.paymentUrl = null;
    }
    await this.em.flush();
  }
}
