import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PlansService } from '../../catalogue/index.js';
import { PaymentProvider, type ProviderSubscription } from '../../integrations/payments/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PriceChangeDue } from '../payments.events.js';
import { db } from '../payments.tables.js';
import { lockCustomer } from '../records/lock-customer.js';
import { Subscription } from '../records/subscription.entity.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { PriceChange } from '../records/price-change.entity.js';
import { priceAt, toldFrom, toldPrices, toldRappen } from '../records/told-prices.js';

/** How long before a renewal its price is set at the provider: long enough for a worker that stood still over a weekend. */
const AHEAD_MS = 3 * DAY;

/** Has each renewal charged at the price its customer was told in time (docs/billing.md#announced-prices). */
@Injectable()
export class PriceChangesService {
  private readonly logger = new Logger('price-changes');

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly payments: PaymentProvider,
    private readonly plans: PlansService,
    private readonly synchronisation: SynchronisationService,
    private readonly outbox: Outbox,
  ) {}

  @Cron('*/10 * * * *', { timeZone: 'Europe/Zurich' })
  async look(): Promise<void> {
    try {
      const noted = await this.noteDue();
      if (noted > 0) this.logger.log({ noted }, 'renewals come at an announced price');
    } catch (error) {
      this.logger.error({ err: error }, 'announced prices could not be noted, it is tried again in ten minutes');
    }
  }

  /** Notes every renewal that is near and whose price at the provider is not the one that was told. @returns how many */
  noteDue(subscriptionId?: string): Promise<number> {
    const now = this.clock.now();
    return this.em.fork().transactional(async (em) => {
      const renewal = sql<Date>`s.current_period_end`;
      const told = toldRappen(renewal);
      const due = await db(em)
        .selectFrom('subscription as s')
        .select([
          's.id',
          's.plan_id',
          's.price_rappen',
          's.current_period_end',
          told.as('told'),
          toldFrom(renewal).as('told_from'),
        ])
        .where('s.status', 'in', ['active', 'past_due'])
        .where('s.current_period_end', '>', now)
        .where('s.current_period_end', '<=', new Date(now.getTime() + AHEAD_MS))
        .where(sql<boolean>`${told} <> coalesce(s.renewal_rappen, s.price_rappen)`)
        .$if(Boolean(subscriptionId), (query) => query.where('s.id', '=', subscriptionId!))
        .execute();
      for (const row of due) {
        const change = {
          plan_id: row.plan_id,
          from_rappen: row.price_rappen,
          to_rappen: row.told!,
          effective_from: row.told_from!,
        };
        await db(em)
          .insertInto('price_change')
          .values({
            id: randomUUID(),
            created_at: now,
            subscription_id: row.id,
            renews_at: row.current_period_end,
            ...change,
          })
          .onConflict((conflict) => conflict.columns(['subscription_id', 'renews_at']).doUpdateSet(change))
          .execute();
        // Noted again every hour until the provider has the price.
        const dedupeKey = `price-change:${row.id}:${now.toISOString().slice(0, 13)}`;
        await this.outbox.add(em, PriceChangeDue, { subscriptionId: row.id }, { dedupeKey });
      }
      return due.length;
    });
  }

  /**
   * Sets the price of the next renewal at the provider, without charging or crediting anything. Under the customer's lock and after
   * reading the provider, so that neither an upgrade nor a second worker comes between; run again, it changes nothing.
   */
  async carryOut(subscriptionId: string): Promise<void> {
    const em = this.em.fork();
    const { userId } = await em.findOneOrFail(Subscription, { id: subscriptionId });
    const newest = await em.findOne(PriceChange, { subscriptionId }, { orderBy: { renewsAt: 'desc' } });
    if (newest) {
      // Before the transaction, as a price that has to be published takes a connection of its own.
      const priceId = await this.plans.providerPriceAt(await this.plans.get(newest.planId, em), newest.toRappen);
      await em.fork().transactional((inside) => this.setPrice(inside, userId, newest, priceId));
    }
    await this.synchronisation.synchroniseUser(userId);
  }

  private async setPrice(em: EntityManager, userId: string, noted: PriceChange, priceId: string): Promise<void> {
    const { subscriptionId } = noted;
    const { providerId } = (await lockCustomer(em, userId))!;
    const subscription = await em.findOneOrFail(Subscription, { id: subscriptionId });
    const { subscriptions } = await this.payments.readCustomer(providerId);
    const remote = subscriptions.find(({ id }) => id === subscription.providerId);
    // An upgrade that waits for its payment would be lost; it ends within a day, and the price is looked at again.
    if (!remote || remote.pendingUpdate || (remote.status !== 'active' && remote.status !== 'past_due')) return;
    const { planId, toRappen } = noted;
    const change = await em.findOne(PriceChange, {
      subscriptionId,
      renewsAt: remote.currentPeriodEnd,
      planId,
      toRappen,
    });
    const present = await this.plans.byProviderPrice(em, remote.priceId);
    const told = priceAt(await toldPrices(em, subscriptionId), remote.currentPeriodEnd);
    const isOfPlan = present?.plan.id === change?.planId && present?.plan.id === subscription.planId;
    if (!change || !present || !isOfPlan || told !== change.toRappen || told === present.priceRappen) return;
    await this.payments.setRenewalPrice({ subscriptionId: remote.id, itemId: remote.itemId, priceId });
    await this.noteLate(em, change, providerId, remote);
  }

  /** Where the renewal came between reading and setting, it was charged as before, and the price counts from the one after it. */
  private async noteLate(
    em: EntityManager,
    change: PriceChange,
    customerId: string,
    before: ProviderSubscription,
  ): Promise<void> {
    const { subscriptions, paidInvoices } = await this.payments.readCustomer(customerId);
    const renewed = subscriptions.find(({ id }) => id === before.id);
    const invoice = paidInvoices.find(
      ({ subscriptionId, periodStart }) =>
        subscriptionId === before.id && periodStart.getTime() === before.currentPeriodEnd.getTime(),
    );
    // The invoice of a renewal is a draft at first, so its period tells of it.
    if (!renewed || renewed.currentPeriodStart < before.currentPeriodEnd) return;
    if (invoice && invoice.priceId !== before.priceId) return;
    const { subscriptionId, planId, fromRappen, toRappen, effectiveFrom } = change;
    em.create(PriceChange, {
      id: randomUUID(),
      createdAt: this.clock.now(),
      renewsAt: renewed.currentPeriodEnd,
      subscriptionId,
      planId,
      fromRappen,
      toRappen,
      effectiveFrom,
    });
    await em.flush();
  }
}
