import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CreditsService } from '../credits/index.js';
import { PaymentProvider, type ProviderInvoice, type ProviderSubscription } from '../integrations/payments/index.js';
import { Clock } from '../platform/clock/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { BillingCustomer } from './billing-customer.entity.js';
import { OrderPaid } from './billing.events.js';
import { Order } from './order.entity.js';
import { PlansService } from './plans.service.js';

/**
 * The one convergent operation of billing: read the customer at the provider, write the local state, grant what is
 * missing. Run any number of times, by anybody, it changes nothing more (decisions §4).
 */
@Injectable()
export class SynchronisationService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly payments: PaymentProvider,
    private readonly plans: PlansService,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  async synchroniseUser(userId: string): Promise<void> {
    // The lock is taken before reading, so that an older reading can never overwrite a newer one.
    const balance = await this.em.fork().transactional(async (em) => {
      const customer = await em.findOne(BillingCustomer, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!customer) return null;
      const remote = await this.payments.readCustomer(customer.providerId);
      for (const subscription of remote.subscriptions) await this.mirror(em, userId, subscription);
      const granted = await this.grantMissing(em, userId, remote.paidInvoices);
      await this.settleOrders(em, userId);
      customer.synchronisedAt = this.clock.now();
      return granted;
    });
    if (balance !== null) this.live.publish(userId, 'credits.changed', { balance });
  }

  async synchroniseCustomer(providerId: string): Promise<void> {
    const customer = await this.em.fork().findOne(BillingCustomer, { providerId });
    if (customer) await this.synchroniseUser(customer.userId);
  }

  private async mirror(em: EntityManager, userId: string, remote: ProviderSubscription): Promise<void> {
    const plan = await this.plans.byProviderPrice(em, remote.priceId);
    if (!plan) throw new Error(`no plan has the price of subscription ${remote.id}`);
    await em.execute(
      `insert into subscription (id, created_at, user_id, provider_id, plan_id, status, credits_per_period, current_period_end, cancel_at_period_end, started_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (provider_id) do update set plan_id = excluded.plan_id, status = excluded.status, credits_per_period = excluded.credits_per_period,
         current_period_end = excluded.current_period_end, cancel_at_period_end = excluded.cancel_at_period_end`,
      [randomUUID(), this.clock.now(), userId, remote.id, plan.id, remote.status, plan.credits, remote.currentPeriodEnd, remote.cancelAtPeriodEnd, remote.createdAt],
    );
  }

  /** @returns the new balance, or null when nothing was missing. */
  private async grantMissing(em: EntityManager, userId: string, invoices: ProviderInvoice[]): Promise<number | null> {
    let balance: number | null = null;
    for (const invoice of invoices.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())) {
      if (invoice.cause === 'subscription_update') continue; // no change of plan is offered yet
      const plan = await this.plans.byProviderPrice(em, invoice.priceId);
      if (!plan) throw new Error(`no plan has the price of invoice ${invoice.id}`);
      balance = (await this.credits.book(em, { userId, delta: plan.credits, reason: 'plan_grant', businessKey: `invoice:${invoice.id}` })) ?? balance;
    }
    return balance;
  }

  private async settleOrders(em: EntityManager, userId: string): Promise<void> {
    const open = await em.find(Order, { userId, status: 'pending', checkoutId: { $ne: null } });
    for (const order of open) {
      const checkout = await this.payments.readCheckout(order.checkoutId!);
      if (checkout.status === 'open' || (checkout.status === 'complete' && !checkout.paid)) continue;
      order.status = checkout.paid ? 'paid' : 'expired';
      order.checkoutUrl = null;
      if (!checkout.paid) continue;
      order.paidAt = this.clock.now();
      await this.outbox.add(em, OrderPaid, { orderId: order.id }, { dedupeKey: `order-paid:${order.id}` });
    }
  }
}
