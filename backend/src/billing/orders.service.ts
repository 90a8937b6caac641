import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { UsersService } from '../accounts/index.js';
import { CONFIG, type Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import { PaymentProvider } from '../integrations/payments/index.js';
import { Clock } from '../platform/clock/index.js';
import { Idempotency } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { BillingCustomer } from './billing-customer.entity.js';
import type { OrderBody } from './billing.schemas.js';
import { Order } from './order.entity.js';
import { PlansService } from './plans.service.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Injectable()
export class OrdersService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly idempotency: Idempotency,
    private readonly plans: PlansService,
    private readonly subscriptions: SubscriptionsService,
    private readonly payments: PaymentProvider,
    private readonly users: UsersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Records what was agreed, then opens the checkout. A retry with the same key gets the same order and checkout.
   * @throws AppError `already_subscribed`, `downgrade_not_allowed`, `payment_provider_unavailable`.
   */
  async create(userId: string, input: z.infer<typeof OrderBody>, key: string): Promise<Order> {
    const plan = await this.plans.get(input.planId);
    const orderId = await this.em.transactional((em) =>
      this.idempotency.once(em, { userId, key, operation: 'createOrder', request: input }, async () => {
        await this.demandPurchasable(userId, plan.credits);
        const order = em.create(Order, {
          id: randomUUID(),
          userId,
          planId: plan.id,
          status: 'pending',
          amountRappen: plan.priceRappen,
          credits: plan.credits,
          earlyStartVersion: facts.consents.earlyStart,
          withdrawalEffectVersion: facts.consents.withdrawalEffect,
          createdAt: this.clock.now(),
        });
        await em.flush();
        return order.id;
      }),
    );
    const order = await this.get(userId, orderId);
    if (order.status !== 'pending' || order.checkoutUrl) return order;
    await this.expireEarlier(order);
    return this.openCheckout(order);
  }

  /** @throws AppError `not_found` also for a stranger's order. */
  async get(userId: string, id: string): Promise<Order> {
    const order = await this.em.findOne(Order, { id, userId }, { refresh: true });
    if (!order) throw new AppError('not_found');
    return order;
  }

  /** @throws AppError `not_found` also for a stranger's checkout. */
  async byCheckout(userId: string, checkoutId: string): Promise<Order> {
    const order = await this.em.findOne(Order, { checkoutId, userId });
    if (!order) throw new AppError('not_found');
    return order;
  }

  async forLetter(id: string): Promise<{ order: Order; planName: string } | null> {
    const order = await this.em.findOne(Order, { id });
    return order ? { order, planName: (await this.plans.get(order.planId)).name } : null;
  }

  /** Closes every open checkout of a user, so that none can be paid any more. */
  async expirePending(userId: string): Promise<void> {
    await this.expire(await this.em.find(Order, { userId, status: 'pending' }, { refresh: true }));
  }

  private async demandPurchasable(userId: string, credits: number): Promise<void> {
    const current = await this.subscriptions.current(userId);
    if (!current || current.status === 'canceled') return;
    throw new AppError(credits < current.creditsPerPeriod ? 'downgrade_not_allowed' : 'already_subscribed');
  }

  private async openCheckout(order: Order): Promise<Order> {
    const customerId = await this.customerOf(order.userId);
    const checkout = await this.payments.openCheckout({
      orderId: order.id,
      customerId,
      priceId: await this.plans.providerPrice(await this.plans.get(order.planId)),
      successUrl: `${this.config.publicOrigin}/app?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${this.config.publicOrigin}/bestellen?plan=${order.planId}`,
    });
    order.checkoutId = checkout.id;
    order.checkoutUrl = checkout.url;
    await this.em.flush();
    return order;
  }

  private async customerOf(userId: string): Promise<string> {
    const known = await this.em.findOne(BillingCustomer, { userId });
    if (known) return known.providerId;
    const user = await this.users.addressee(userId);
    if (!user) throw new AppError('not_found');
    const providerId = await this.payments.ensureCustomer({ id: userId, email: user.email, name: user.displayName });
    await this.em.execute('insert into billing_customer (user_id, provider_id) values (?, ?) on conflict (user_id) do nothing', [userId, providerId]);
    return providerId;
  }

  /** Two open checkouts could both be paid; only the newest stays open. */
  private async expireEarlier(newest: Order): Promise<void> {
    await this.expire(await this.em.find(Order, { userId: newest.userId, status: 'pending', id: { $ne: newest.id }, createdAt: { $lte: newest.createdAt } }));
  }

  private async expire(orders: Order[]): Promise<void> {
    for (const order of orders) {
      if (order.checkoutId) {
        await this.payments.expireCheckout(order.checkoutId);
        const checkout = await this.payments.readCheckout(order.checkoutId);
        if (checkout.paid) continue; // paid in the meantime: synchronisation will settle it
      }
      order.status = 'expired';
      order.checkoutUrl = null;
    }
    await this.em.flush();
  }
}
