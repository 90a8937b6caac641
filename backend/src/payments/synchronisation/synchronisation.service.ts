import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../../credits/index.js';
import { facts } from '../../facts/index.js';
import {
  PaymentProvider,
  type ProviderCheckout,
  type ProviderInvoice,
  type ProviderSubscription,
} from '../../integrations/payments/index.js';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { DomainEvents } from '../../platform/domain-events/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PaymentsCorrected } from '../payments.domain-events.js';
import { OrderPaid } from '../payments.events.js';
import { Order } from '../records/order.entity.js';
import { isHeld } from '../records/is-held.js';
import { BillingCustomer } from '../records/billing-customer.entity.js';
import { lockCustomer } from '../records/lock-customer.js';
import { CorrectionsService } from './corrections.service.js';
import { GrantsService } from './grants.service.js';
import { JoinedCalls } from './joined-calls.js';
import { LatePaymentsService } from './late-payments.service.js';
import { MirrorService } from './mirror.service.js';
import { Subscription } from '../records/subscription.entity.js';
import { Payment } from '../records/payment.entity.js';

/** A change of plan that the provider has not heard of by then will not be asked for any more: its quote has expired. */
const GIVE_UP_MS = 2 * facts.upgrade.quoteMinutes * MINUTE;

/** Each holds a database connection while the provider answers: a slow provider must not take the whole pool. */
const AT_ONCE = 4;

/**
 * The one convergent operation of billing: read the customer at the provider, write the local state, grant what is
 * missing, take back what was refunded. Run any number of times, by anybody, it changes nothing more (docs/billing.md#one-convergent-synchronisation).
 */
@Injectable()
export class SynchronisationService {
  /** A purchase alone brings some fifteen events within a second. */
  private readonly calls = new JoinedCalls((userId) => this.synchronise(userId), AT_ONCE);

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly payments: PaymentProvider,
    private readonly mirror: MirrorService,
    private readonly grants: GrantsService,
    private readonly corrections: CorrectionsService,
    private readonly latePayments: LatePaymentsService,
    private readonly domainEvents: DomainEvents,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  /** @returns the credits granted by this call, or by the one it shares with others that came meanwhile */
  synchroniseUser(userId: string): Promise<number> {
    return this.calls.run(userId);
  }

  private async synchronise(userId: string): Promise<number> {
    const before = await this.credits.balance(userId);
    // The lock is taken before reading, so that an older reading can never overwrite a newer one.
    const granted = await this.em.fork().transactional(async (em) => {
      const customer = await lockCustomer(em, userId);
      if (!customer) return 0;
      // Before the reading, too: what is noted on an order meanwhile may be newer than what is read.
      const upgrades = await em.find(Order, { userId, status: 'pending', kind: 'upgrade' });
      const remote = await this.payments.readCustomer(customer.providerId);
      for (const subscription of remote.subscriptions) await this.mirror.write(em, userId, subscription);
      const fromInvoices = await this.grants.grantInvoices(em, userId, remote.paidInvoices);
      const fromPacks = await this.settleCheckouts(em, userId);
      await this.settleUpgrades(em, upgrades, remote);
      await this.corrections.correct(em, userId, remote.charges);
      await this.domainEvents.publish(em, PaymentsCorrected, { userId });
      await this.latePayments.giveBack(em, userId);
      customer.synchronisedAt = this.clock.now();
      return fromInvoices + fromPacks;
    });
    const balance = await this.credits.balance(userId);
    if (balance !== before) this.live.publish(userId, 'credits.changed', { balance });
    return granted;
  }

  async synchroniseCustomer(providerId: string): Promise<void> {
    const customer = await this.em.fork().findOne(BillingCustomer, { providerId });
    if (customer) await this.synchroniseUser(customer.userId);
  }

  /** For events about money that went back, which name a charge only. */
  async synchroniseCharge(chargeId: string): Promise<void> {
    const customerId = await this.payments.customerOfCharge(chargeId);
    if (customerId) await this.synchroniseCustomer(customerId);
  }

  /** Orders of plans and packs are paid when their checkout is. @returns the credits granted */
  private async settleCheckouts(em: EntityManager, userId: string): Promise<number> {
    let granted = 0;
    const open = await em.find(Order, { userId, status: 'pending', checkoutId: { $ne: null } });
    for (const order of open) {
      const checkout = await this.payments.readCheckout(order.checkoutId!);
      if (checkout.status === 'open' || (checkout.status === 'complete' && !checkout.paid)) continue;
      if (checkout.paid && order.kind === 'pack') granted += await this.grants.grantPack(em, order, checkout);
      // Paid after the customer was read: the next reading knows the subscription, too.
      if (checkout.paid && order.kind === 'plan' && !(await this.linkSubscription(em, order, checkout))) continue;
      await em.flush();
      await this.settle(
        em,
        order,
        checkout.paid ? 'paid' : 'expired',
        await em.findOne(Payment, { orderId: order.id }),
      );
    }
    return granted;
  }

  /** Links the subscription that an order began, and the payment it began with. @returns whether both are known yet */
  private async linkSubscription(em: EntityManager, order: Order, checkout: ProviderCheckout): Promise<boolean> {
    const subscription = checkout.subscriptionId
      ? await em.findOne(Subscription, { providerId: checkout.subscriptionId })
      : null;
    const first =
      subscription &&
      (await em.findOne(Payment, { providerSubscriptionId: subscription.providerId, kind: 'subscription_create' }));
    if (!first) return false;
    order.subscriptionId = subscription.id;
    first.orderId = order.id;
    return true;
  }

  /** An upgrade is paid when its invoice is, and over when it no longer waits. */
  private async settleUpgrades(
    em: EntityManager,
    open: Order[],
    remote: { subscriptions: ProviderSubscription[]; paidInvoices: ProviderInvoice[] },
  ): Promise<void> {
    for (const order of open) {
      const subscription = await em.findOne(Subscription, { id: order.subscriptionId! });
      // The moment a change is reckoned to names its invoice, also when nobody lived to write that down.
      const invoice =
        remote.paidInvoices.find(({ id }) => id === order.invoiceId) ??
        (order.invoiceId ? undefined : await this.unlinkedInvoice(em, order, subscription, remote.paidInvoices));
      const waiting = remote.subscriptions.find(
        ({ id, pendingUpdate }) => pendingUpdate && id === subscription?.providerId,
      );
      if (invoice) {
        order.invoiceId = invoice.id;
        const payment = await em.findOne(Payment, { sourceId: invoice.id });
        if (payment) payment.orderId = order.id;
        await this.settle(em, order, 'paid', payment);
      } else if (waiting?.openInvoice) {
        order.invoiceId ??= waiting.openInvoice.id;
        order.paymentUrl ??= waiting.openInvoice.payUrl;
      } else if (order.invoiceId || this.clock.now().getTime() - order.createdAt.getTime() > GIVE_UP_MS) {
        await this.settle(em, order, 'failed');
      }
    }
    await em.flush();
  }

  private async unlinkedInvoice(
    em: EntityManager,
    order: Order,
    subscription: Subscription | null,
    invoices: ProviderInvoice[],
  ): Promise<ProviderInvoice | undefined> {
    const candidates = invoices.filter(
      ({ cause, subscriptionId, periodStart }) =>
        cause === 'subscription_update' &&
        subscriptionId === subscription?.providerId &&
        periodStart.getTime() === order.quotedAt?.getTime(),
    );
    for (const candidate of candidates)
      if ((await em.count(Order, { invoiceId: candidate.id })) === 0) return candidate;
    return undefined;
  }

  private async settle(
    em: EntityManager,
    order: Order,
    status: 'paid' | 'expired' | 'failed',
    payment: Payment | null = null,
  ): Promise<void> {
    order.status = status;
    order.paymentUrl = null;
    if (status !== 'paid') return;
    order.paidAt = this.clock.now();
    order.nextChargeAt = await this.nextChargeOf(em, order);
    order.heldAt = payment && isHeld(payment) ? order.paidAt : null;
    await this.outbox.add(em, OrderPaid, { orderId: order.id }, { dedupeKey: `order-paid:${order.id}` });
  }

  /** As the confirmation says it: of a subscription that goes on, the end of the period that is paid now. */
  private async nextChargeOf(em: EntityManager, { subscriptionId }: Order): Promise<Date | null> {
    const subscription = subscriptionId ? await em.findOne(Subscription, { id: subscriptionId }) : null;
    return subscription && !subscription.cancelAtPeriodEnd ? subscription.currentPeriodEnd : null;
  }
}
