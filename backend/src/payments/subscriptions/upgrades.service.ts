import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { facts } from '../../facts/index.js';
import { ChangeRefused, PaymentProvider, type PlanChange } from '../../integrations/payments/index.js';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { lockCustomer } from '../records/lock-customer.js';
import { Order } from '../records/order.entity.js';
import { type Plan, PlansService } from '../../catalogue/index.js';
import { CustomersService } from '../synchronisation/customers.service.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { ROUNDING_RAPPEN, upgradeCredits, upgradePrice } from '../synchronisation/upgrade-credits.js';
import { agreedPlan } from './agreed-plan.js';
import type { Subscription } from '../records/subscription.entity.js';
import { SubscriptionsService } from './subscriptions.service.js';

const QUOTE_MS = facts.upgrade.quoteMinutes * MINUTE;

/** Less cannot be collected by card. */
const SMALLEST_CHARGE_RAPPEN = 50;

/** Orders that are noted and changes that are carried out: each holds a database connection while the provider answers. */
const AT_ONCE = 2;

/** What a higher plan would cost and bring now. */
export interface Quote {
  plan: Plan;
  subscription: Subscription;
  amountRappen: number;
  vatPercent: number | null;
  vatRappen: number | null;
  credits: number;
  quotedAt: Date;
  validUntil: Date;
}

/** The provider has changed the plan, and what it answered could not be written down: the order may be paid. */
export class ChangeNotNoted extends Error {
  constructor(options: ErrorOptions) {
    super('the plan is changed at the provider, and not noted here', options);
    this.name = 'ChangeNotNoted';
  }
}

/** Higher plans for a running subscription: paid first, then in force (docs/billing.md#upgrades). */
@Injectable()
export class UpgradesService {
  private readonly turns = pLimit(AT_ONCE);

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly plans: PlansService,
    private readonly subscriptions: SubscriptionsService,
    private readonly customers: CustomersService,
    private readonly synchronisation: SynchronisationService,
    private readonly payments: PaymentProvider,
  ) {}

  /** @throws AppError `plan_unknown`, `no_subscription`, `subscription_ending`, `not_an_upgrade`, `downgrade_not_allowed`, `upgrade_waiting`, `upgrade_not_now`. */
  async quote(userId: string, planId: string): Promise<Quote> {
    const plan = await this.plans.get(planId);
    const { currentPeriodStart } = await this.subscriptions.requireRunning(userId);
    const now = Math.floor(this.clock.now().getTime() / 1000) * 1000;
    return this.quoteAt(userId, plan, new Date(Math.max(now, currentPeriodStart.getTime())));
  }

  /** What an order for this upgrade agrees on. @throws AppError as `quote`, and `quote_expired` when the moment is too old or to come. */
  async agree(
    userId: string,
    plan: Plan,
    quotedAt: Date,
  ): Promise<
    Pick<
      Order,
      | 'kind'
      | 'planId'
      | 'itemName'
      | 'amountRappen'
      | 'vatPercent'
      | 'vatRappen'
      | 'credits'
      | 'monthlyRappen'
      | 'subscriptionId'
      | 'fromPlanId'
      | 'fromRappen'
      | 'quotedAt'
    >
  > {
    const { subscription, amountRappen, vatPercent, vatRappen, credits } = await this.quoteAt(userId, plan, quotedAt);
    const age = this.clock.now().getTime() - quotedAt.getTime();
    const isFromTheStart = quotedAt.getTime() === subscription.currentPeriodStart.getTime();
    if (
      age > QUOTE_MS ||
      (age < 0 && !isFromTheStart) ||
      quotedAt.getMilliseconds() !== 0 ||
      (plan.pricedAt && plan.pricedAt > quotedAt) ||
      (await this.isOvertaken(userId, quotedAt))
    )
      throw new AppError('quote_expired');
    return {
      kind: 'upgrade',
      planId: plan.id,
      itemName: plan.name,
      amountRappen,
      vatPercent,
      vatRappen,
      credits,
      monthlyRappen: plan.priceRappen,
      subscriptionId: subscription.id,
      fromPlanId: subscription.planId,
      fromRappen: subscription.priceRappen,
      quotedAt,
    };
  }

  /** Notes an order while few others wait for the provider. The plan's price is known there before a transaction begins, which asks nothing of a second connection. */
  async recordInTurn<T>(planId: string, record: () => Promise<T>): Promise<T> {
    await this.plans.providerPrice(await this.plans.get(planId));
    return this.turns(record);
  }

  /** Asks the provider for the change. The plan changes only if the payment succeeds; until then the order says where to pay. */
  async carryOut(order: Order): Promise<void> {
    const plan = await this.plans.get(order.planId!);
    const priceId = await this.plans.providerPriceAt(plan, order.monthlyRappen ?? plan.priceRappen);
    let isChanged = false;
    const inOneTransaction = () =>
      this.em.fork().transactional((em) => this.change(em, order, priceId, () => (isChanged = true)));
    try {
      await this.unlessRefused(order.userId, () => this.turns(inOneTransaction));
    } catch (error) {
      throw isChanged ? new ChangeNotNoted({ cause: error }) : error;
    }
    await this.synchronisation.synchroniseUser(order.userId);
  }

  /** Under the customer's lock: nothing else changes the subscription's price meanwhile. */
  private async change(em: EntityManager, order: Order, priceId: string, onChanged: () => void): Promise<void> {
    const customer = await lockCustomer(em, order.userId);
    const subscription = await this.subscriptions.requireRunning(order.userId, em);
    const change = {
      customerId: customer!.providerId,
      subscriptionId: subscription.providerId,
      itemId: subscription.providerItemId,
      priceId,
      at: order.quotedAt!,
    };
    const { invoiceId, waiting, payUrl } = await this.payments.changePlan(change, `upgrade:${order.id}`);
    onChanged();
    await em.nativeUpdate(Order, { id: order.id }, { invoiceId, paymentUrl: waiting ? payUrl : null });
  }

  private async quoteAt(userId: string, plan: Plan, at: Date): Promise<Quote> {
    const subscription = await this.subscriptions.requireRunning(userId);
    if (plan.credits < subscription.creditsPerPeriod) throw new AppError('downgrade_not_allowed');
    if (plan.id === subscription.planId) throw new AppError('not_an_upgrade');
    if (subscription.waitingPlanId) throw new AppError('upgrade_waiting');
    if (subscription.status !== 'active') throw new AppError('no_subscription');
    if (at < subscription.currentPeriodStart || at >= subscription.currentPeriodEnd)
      throw new AppError('quote_expired');
    if (await this.isWithdrawnFrom(subscription)) throw new AppError('upgrade_not_now');
    const change: PlanChange = {
      customerId: await this.customers.ensure(userId),
      subscriptionId: subscription.providerId,
      itemId: subscription.providerItemId,
      priceId: await this.plans.providerPrice(plan),
      at,
    };
    const { dueRappen, totalRappen, vat } = await this.unlessRefused(userId, () => this.payments.quoteChange(change));
    const expected = upgradePrice({
      fromRappen: subscription.priceRappen,
      toRappen: plan.priceRappen,
      start: at,
      periodStart: subscription.currentPeriodStart,
      periodEnd: subscription.currentPeriodEnd,
    });
    // Too little is not collected but carried to the next bill; and what is credited beyond the old plan's rest is not ours to give.
    if (expected < SMALLEST_CHARGE_RAPPEN || totalRappen < expected - ROUNDING_RAPPEN)
      throw new AppError('upgrade_not_now');
    const credits = upgradeCredits({
      fromCredits: subscription.creditsPerPeriod,
      toCredits: plan.credits,
      start: at,
      periodStart: subscription.currentPeriodStart,
      periodEnd: subscription.currentPeriodEnd,
    });
    return {
      plan,
      subscription,
      amountRappen: dueRappen,
      vatPercent: vat?.percent ?? null,
      vatRappen: vat?.rappen ?? null,
      credits,
      quotedAt: at,
      validUntil: new Date(at.getTime() + QUOTE_MS),
    };
  }

  /** After a withdrawal the provider would credit what was paid back already; and until the plan is back there is none to start from. */
  private async isWithdrawnFrom(subscription: Subscription): Promise<boolean> {
    const inPeriod = await this.em.count(Order, {
      subscriptionId: subscription.id,
      kind: 'upgrade',
      status: 'withdrawn',
      withdrawnAt: { $gte: subscription.currentPeriodStart },
    });
    return inPeriod > 0 || (await agreedPlan(this.em, subscription)) !== null;
  }

  /** A quote from before an upgrade says nothing about the plan after it. */
  private async isOvertaken(userId: string, quotedAt: Date): Promise<boolean> {
    return (
      (await this.em.count(Order, {
        userId,
        kind: 'upgrade',
        status: { $in: ['paid', 'withdrawn'] },
        createdAt: { $gt: quotedAt },
      })) > 0
    );
  }

  /** What the provider refuses rests on something out of date: the customer is read again, and a new quote is needed. */
  private async unlessRefused<T>(userId: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      await this.synchronisation.synchroniseUser(userId);
      throw new AppError('quote_expired');
    }
  }
}
