import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountFacetRegistry } from '../../identity/index.js';
import { CreditsService } from '../../credits/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { AddressDebtsService } from '../debts/address-debts.service.js';
import { accountsOfAddress } from '../debts/former-accounts.js';
import { isCircling } from '../holds/circle.js';
import { announcedPrices, type AnnouncedPrice } from '../price-changes/announced-prices.js';
import { toldPrices } from '../records/told-prices.js';
import { HELD } from '../records/is-held.js';
import { Payment } from '../records/payment.entity.js';
import { Subscription } from '../records/subscription.entity.js';

/** What a customer stands at: the subscription, and what keeps from buying. */
export interface BillingStatus {
  subscription: Subscription | null;
  grantMissing: boolean;
  purchasesBlocked: boolean;
  owedCredits: number;
  /** Credits that are paid for and wait for an admin's word. */
  heldCredits: number;
  /** Whether those of a new order would. */
  nextOrderHeld: boolean;
}

@Injectable()
export class SubscriptionsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly debts: AddressDebtsService,
    private readonly facets: AccountFacetRegistry,
  ) {}

  onModuleInit(): void {
    this.facets.register('plan', async (userId) => {
      const current = await this.current(userId);
      const active = current !== null && (current.status === 'active' || current.status === 'past_due');
      return {
        active,
        nextGrant:
          active && !current.cancelAtPeriodEnd
            ? { credits: current.creditsPerPeriod, at: current.currentPeriodEnd }
            : null,
      };
    });
  }

  /** Of these users, those with a running subscription. */
  async subscribersAmong(userIds: string[]): Promise<Set<string>> {
    const running = await this.em.find(
      Subscription,
      { userId: { $in: userIds }, status: { $in: ['active', 'past_due'] } },
      { fields: ['userId'] },
    );
    return new Set(running.map((subscription) => subscription.userId));
  }

  /** One that is known to be there, read anew. */
  get(id: string): Promise<Subscription> {
    return this.em.findOneOrFail(Subscription, { id }, { refresh: true });
  }

  /** The running subscription; else the latest one that is canceled but still in its paid period; else null. */
  async current(userId: string, em: EntityManager = this.em): Promise<Subscription | null> {
    const all = await em.find(Subscription, { userId }, { orderBy: { startedAt: 'desc' }, refresh: true });
    const running = all.find((subscription) => subscription.status === 'active' || subscription.status === 'past_due');
    return (
      running ??
      all.find(
        (subscription) => subscription.status === 'canceled' && subscription.currentPeriodEnd > this.clock.now(),
      ) ??
      null
    );
  }

  async billingStatus(userId: string): Promise<BillingStatus> {
    await this.debts.takeOver(userId);
    const subscription = await this.current(userId);
    const owedCredits = await this.credits.owed(userId);
    const held = await this.em.find(
      Payment,
      { userId, ...HELD },
      { fields: ['creditsHeld'], disableIdentityMap: true },
    );
    const waiting = {
      heldCredits: held.reduce((sum, { creditsHeld }) => sum + creditsHeld, 0),
      nextOrderHeld: await isCircling(this.em, userId, this.clock.now()),
    };
    return {
      subscription,
      owedCredits,
      ...waiting,
      purchasesBlocked: owedCredits > 0 || (await this.isDisputed(userId)),
      grantMissing: subscription !== null && (await this.isGrantMissing(subscription)),
    };
  }

  /** The other prices that its customer was told of, and from which renewal each is paid. */
  async announcedPrices(subscription: Subscription): Promise<AnnouncedPrice[]> {
    return announcedPrices(subscription, await toldPrices(this.em, subscription.id));
  }

  /** The running subscription. @throws AppError `no_subscription`, `subscription_ending`. */
  async requireRunning(userId: string, em: EntityManager = this.em): Promise<Subscription> {
    const current = await this.current(userId, em);
    if (!current || current.status === 'canceled') throw new AppError('no_subscription');
    if (current.cancelAtPeriodEnd) throw new AppError('subscription_ending');
    return current;
  }

  /** @throws AppError `purchases_blocked` while credits are owed or a chargeback is under way. */
  async requireUnblocked(userId: string): Promise<void> {
    if ((await this.credits.owed(userId)) > 0 || (await this.isDisputed(userId)))
      throw new AppError('purchases_blocked');
  }

  /** All that would be billed again, newest first. There should be one at most of each customer; cancelling means them all. */
  running(userId: string | string[], em: EntityManager = this.em): Promise<Subscription[]> {
    return em.find(
      Subscription,
      { userId, status: { $in: ['active', 'past_due'] } },
      { orderBy: { startedAt: 'desc' }, refresh: true },
    );
  }

  /** Packs that need a subscription are sold with an active one, or a canceled one still in its period. */
  async mayBuyPacks(userId: string): Promise<boolean> {
    const current = await this.current(userId);
    return current !== null && current.status !== 'past_due' && current.currentPeriodEnd > this.clock.now();
  }

  private async isDisputed(userId: string): Promise<boolean> {
    return (
      (await this.em.count(Payment, {
        userId: { $in: await accountsOfAddress(this.em, userId) },
        isDisputeOpen: true,
      })) > 0
    );
  }

  /** A period that runs and is paid has a payment; one that is over has been renewed, or its end has not been heard of. */
  private async isGrantMissing(subscription: Subscription): Promise<boolean> {
    if (subscription.status !== 'active') return false;
    if (subscription.currentPeriodEnd <= this.clock.now()) return true;
    return (
      (await this.em.count(Payment, {
        providerSubscriptionId: subscription.providerId,
        kind: { $in: ['subscription_create', 'subscription_cycle'] },
        periodEnd: subscription.currentPeriodEnd,
      })) === 0
    );
  }
}
