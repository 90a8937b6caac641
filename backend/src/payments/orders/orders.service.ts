import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { CONFIG, vatPercentAt, vatWithin, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { PaymentProviderUnavailable } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { pageOf, Idempotency } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import type { OrderBody } from './orders.schemas.js';
import { ContractTexts } from '../contract-texts/contract-texts.js';
import { AddressDebtsService } from '../debts/address-debts.service.js';
import { PacksService, PlansService } from '../../catalogue/index.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { Refund } from '../records/refund.entity.js';
import { ChangeNotNoted, UpgradesService } from '../subscriptions/upgrades.service.js';
import { CheckoutsService } from '../checkouts/checkouts.service.js';
import { newOrderNumber } from '../records/order-number.js';
import { Order } from '../records/order.entity.js';

/** What an order is about, as it is agreed. */
type Item = Pick<Order, 'kind' | 'itemName' | 'amountRappen' | 'credits' | 'vatPercent' | 'vatRappen'> &
  Partial<
    Pick<
      Order,
      | 'planId'
      | 'packId'
      | 'monthlyRappen'
      | 'subscriptionId'
      | 'fromPlanId'
      | 'fromRappen'
      | 'quotedAt'
      | 'nextChargeRappen'
    >
  >;

@Injectable()
export class OrdersService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly idempotency: Idempotency,
    private readonly plans: PlansService,
    private readonly packs: PacksService,
    private readonly subscriptions: SubscriptionsService,
    private readonly upgrades: UpgradesService,
    private readonly checkouts: CheckoutsService,
    private readonly debts: AddressDebtsService,
    private readonly texts: ContractTexts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Records what was agreed, then opens the checkout or changes the plan. A retry with the same key gets the same order.
   * @throws AppError `already_subscribed`, `downgrade_not_allowed`, `plan_unknown`, `pack_unknown`, `subscription_required`, `not_an_upgrade`,
   * `no_subscription`, `subscription_ending`, `upgrade_waiting`, `quote_expired`, `purchases_blocked`, `payment_provider_unavailable`.
   */
  async create(userId: string, input: OrderBody, key: string): Promise<Order> {
    // Before the order's transaction: it takes a connection of its own, and nobody may wait for a second one while holding a first.
    await this.debts.takeOver(userId);
    // The price of an upgrade is asked of the provider while its order is noted.
    const orderId =
      input.kind === 'upgrade'
        ? await this.upgrades.recordInTurn(input.planId, () => this.record(userId, input, key))
        : await this.record(userId, input, key);
    const order = await this.get(userId, orderId);
    if (order.status !== 'pending' || order.paymentUrl) return order;
    if (order.kind === 'upgrade') await this.carryOutUpgrade(order);
    else await this.checkouts.open(order);
    return this.get(userId, orderId);
  }

  /** An upgrade that failed must not keep the next one waiting, unless it may have been paid. */
  private async carryOutUpgrade(order: Order): Promise<void> {
    try {
      await this.upgrades.carryOut(order);
    } catch (error) {
      if (!(error instanceof PaymentProviderUnavailable || error instanceof ChangeNotNoted))
        await this.em.nativeUpdate(Order, { id: order.id, status: 'pending', invoiceId: null }, { status: 'failed' });
      throw error;
    }
  }

  /** @throws AppError `upgrade_waiting` when another upgrade was ordered at the same time. */
  private async record(userId: string, input: OrderBody, key: string): Promise<string> {
    try {
      return await this.em.transactional((em) =>
        this.idempotency.once(em, { userId, key, operation: 'createOrder', request: input }, async () => {
          await this.subscriptions.requireUnblocked(userId);
          const item = await this.itemOf(userId, input);
          const order = em.create(Order, {
            ...item,
            id: randomUUID(),
            number: newOrderNumber(),
            userId,
            status: 'pending',
            isForCompany: input.kind !== 'upgrade' && (input.forCompany ?? false),
            earlyStartVersion: facts.consents.earlyStart,
            withdrawalEffectVersion: facts.consents.withdrawalEffect,
            contractTextId: await this.texts.keep(em),
            createdAt: this.clock.now(),
          });
          await em.flush();
          return order.id;
        }),
      );
    } catch (error) {
      if (input.kind === 'upgrade' && error instanceof UniqueConstraintViolationException)
        throw new AppError('upgrade_waiting');
      throw error;
    }
  }

  /** @throws AppError `not_found` also for a stranger's order. */
  async get(userId: string, id: string): Promise<Order> {
    const order = await this.em.findOne(Order, { id, userId }, { refresh: true });
    if (!order) throw new AppError('not_found');
    return order;
  }

  /** @throws AppError `not_found` also for a stranger's checkout. */
  async byCheckout(userId: string, checkoutId: string): Promise<Order> {
    const order = await this.em.findOne(Order, { checkoutId, userId }, { refresh: true });
    if (!order) throw new AppError('not_found');
    return order;
  }

  /** Newest first, without those that never came to anything. */
  list(userId: string, page: PageQuery): Promise<{ items: Order[]; nextCursor: string | null }> {
    return pageOf(this.em, Order, { userId, status: { $in: ['pending', 'paid', 'withdrawn'] } }, page);
  }

  /** What was promised back for an order, in Rappen. */
  async refundedFor(orderId: string): Promise<number> {
    const refunds = await this.em.find(Refund, { orderId }, { refresh: true });
    return refunds.reduce((sum, { amountRappen }) => sum + amountRappen, 0);
  }

  async forEmail(id: string): Promise<Order | null> {
    return this.em.findOne(Order, { id }, { refresh: true });
  }

  /** What a price includes today; nothing is said where it goes by the customer's address. */
  private vatOf(rappen: number): Pick<Order, 'vatPercent' | 'vatRappen'> {
    const percent = vatPercentAt(this.config.vat, this.clock.now());
    return { vatPercent: percent, vatRappen: percent === null ? null : vatWithin(rappen, percent) };
  }

  private async itemOf(userId: string, input: OrderBody): Promise<Item> {
    if (input.kind === 'pack') {
      const pack = await this.packs.get(input.packId);
      if (pack.needsSubscription && !(await this.subscriptions.mayBuyPacks(userId)))
        throw new AppError('subscription_required');
      return {
        kind: 'pack',
        packId: pack.id,
        itemName: pack.name,
        amountRappen: pack.priceRappen,
        ...this.vatOf(pack.priceRappen),
        credits: pack.credits,
      };
    }
    const plan = await this.plans.get(input.planId);
    if (input.kind === 'upgrade') {
      const agreed = await this.upgrades.agree(userId, plan, new Date(input.quotedAt));
      return { ...agreed, nextChargeRappen: plan.priceRappen };
    }
    const current = await this.subscriptions.current(userId);
    if (current && current.status !== 'canceled')
      throw new AppError(plan.credits < current.creditsPerPeriod ? 'downgrade_not_allowed' : 'already_subscribed');
    // Nobody orders at a price that was published after they looked.
    if ((input.shownRappen ?? plan.priceRappen) !== plan.priceRappen) throw new AppError('quote_expired');
    return {
      kind: 'plan',
      planId: plan.id,
      itemName: plan.name,
      amountRappen: plan.priceRappen,
      ...this.vatOf(plan.priceRappen),
      nextChargeRappen: plan.priceRappen,
      monthlyRappen: plan.priceRappen,
      credits: plan.credits,
    };
  }
}
