import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { CONFIG, type Config } from '../../config/index.js';
import { PaymentProvider, type CheckoutRequest } from '../../integrations/payments/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Subscription } from '../records/subscription.entity.js';
import { lockCustomer } from '../records/lock-customer.js';
import { CustomersService } from '../synchronisation/customers.service.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { PlansService } from '../../catalogue/index.js';
import { Order } from '../records/order.entity.js';

/** Each holds a database connection while the provider answers. */
const AT_ONCE = 2;

/** The provider's pages on which plans and packs are paid. */
@Injectable()
export class CheckoutsService {
  private readonly limit = pLimit(AT_ONCE);

  constructor(
    private readonly em: EntityManager,
    private readonly plans: PlansService,
    private readonly customers: CustomersService,
    private readonly payments: PaymentProvider,
    private readonly synchronisation: SynchronisationService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Opens the checkout of an order; with the same order again it is the same one. One at a time per customer: whatever else is open
   * for the same is closed before, so that only one can be paid.
   * @throws AppError `already_subscribed` when another plan was paid in the meantime, also one that nobody has heard of yet.
   */
  open(order: Order): Promise<void> {
    return this.limit(() => this.openWithinLimit(order));
  }

  private async openWithinLimit(agreed: Order): Promise<void> {
    const { id, userId } = agreed;
    const customerId = await this.customers.ensure(userId);
    // Before the transaction, as a price that has to be published takes a connection of its own.
    const request = await this.requestOf(agreed, customerId);
    const isOvertaken = await this.em.fork().transactional(async (em) => {
      await lockCustomer(em, userId);
      const order = await em.findOneOrFail(Order, { id });
      if (order.status !== 'pending' || order.paymentUrl) return false;
      const others = await em.find(Order, {
        userId,
        kind: order.kind,
        status: 'pending',
        checkoutId: { $ne: null },
        id: { $ne: id },
      });
      const paid = await this.expire(others);
      if (order.kind === 'plan' && (paid > 0 || (await this.hasRunning(customerId)))) {
        order.status = 'expired';
        return true;
      }
      if (order.kind === 'plan') await this.endUnpaid(userId);
      const checkout = await this.payments.openCheckout(request);
      order.checkoutId = checkout.id;
      order.paymentUrl = checkout.url;
      return false;
    });
    if (!isOvertaken) return;
    await this.synchronisation.synchroniseUser(userId);
    throw new AppError('already_subscribed');
  }

  /** Asked under the lock and of the provider: whatever was paid since the order was noted counts, heard of or not. */
  private async hasRunning(customerId: string): Promise<boolean> {
    const { subscriptions } = await this.payments.readCustomer(customerId);
    return subscriptions.some(({ status }) => status === 'active' || status === 'past_due');
  }

  /** Closes every open checkout of a user, so that none can be paid any more. */
  async expirePending(userId: string): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await lockCustomer(em, userId);
      await this.expire(await em.find(Order, { userId, status: 'pending', kind: { $ne: 'upgrade' } }));
    });
  }

  private async requestOf(order: Order, customerId: string): Promise<CheckoutRequest> {
    const isPack = order.kind === 'pack';
    return {
      orderId: order.id,
      customerId,
      item: isPack
        ? { name: `Bildnis ${order.itemName}: ${order.credits} Credits`, amountRappen: order.amountRappen }
        : // What was agreed, also where another price has been published since.
          { priceId: await this.plans.providerPriceAt(await this.plans.get(order.planId!), order.amountRappen) },
      vatPercent: order.vatPercent ?? null,
      isForCompany: order.isForCompany,
      successUrl: `${this.config.publicOrigin}/app${isPack ? '?credit_pack_success=true' : ''}`,
      cancelUrl: `${this.config.publicOrigin}/bestellen?${isPack ? `pack=${order.packId}` : `plan=${order.planId}`}`,
    };
  }

  /** A subscription that never was paid, or no longer is, must not come alive beside the new one. */
  private async endUnpaid(userId: string): Promise<void> {
    const dead = await this.em.find(Subscription, { userId, status: { $in: ['incomplete', 'unpaid'] } });
    for (const subscription of dead) await this.payments.endSubscription(subscription.providerId);
  }

  /** Runs under the customer's lock. @returns how many were paid in the meantime; synchronisation settles those */
  private async expire(orders: Order[]): Promise<number> {
    let paid = 0;
    for (const order of orders) {
      if (order.checkoutId) {
        await this.payments.expireCheckout(order.checkoutId);
        const checkout = await this.payments.readCheckout(order.checkoutId);
        if (checkout.status !== 'expired') {
          paid += 1;
          continue;
        }
      }
      order.status = 'expired';
      order.paymentUrl = null;
    }
    return paid;
  }
}
