import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService, type CreditReason } from '../../credits/index.js';
import type { ProviderCheckout, ProviderInvoice } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { isCircling } from '../holds/circle.js';
import { HELD } from '../records/is-held.js';
import type { Order } from '../records/order.entity.js';
import { PlansService } from '../../catalogue/index.js';
import { grantKey } from './ledger-keys.js';
import { priceBeforeChange } from '../records/told-prices.js';
import { Payment, type PaymentKind } from '../records/payment.entity.js';
import { ROUNDING_RAPPEN, upgradeCredits, upgradePrice } from './upgrade-credits.js';

const REASONS: Record<PaymentKind, CreditReason> = {
  subscription_create: 'plan_grant',
  subscription_cycle: 'plan_grant',
  subscription_update: 'upgrade_grant',
  pack: 'pack_grant',
};

/** Turns money that came in into credits: once per paid invoice or paid checkout of a pack. */
@Injectable()
export class GrantsService {
  private readonly logger = new Logger('grants');

  constructor(
    private readonly clock: Clock,
    private readonly plans: PlansService,
    private readonly credits: CreditsService,
  ) {}

  /** Runs under the customer's lock. @returns the credits granted by this call */
  async grantInvoices(em: EntityManager, userId: string, invoices: ProviderInvoice[]): Promise<number> {
    let granted = 0;
    for (const invoice of invoices.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())) {
      if ((await em.count(Payment, { sourceId: invoice.id })) > 0) continue;
      const credits = await this.creditsOf(em, invoice);
      if (credits === null) {
        this.logger.error(
          { invoiceId: invoice.id },
          'a paid invoice names a price that no plan has or had: nothing granted',
        );
        continue;
      }
      const payment = await this.record(em, {
        userId,
        kind: invoice.cause,
        sourceId: invoice.id,
        providerSubscriptionId: invoice.subscriptionId,
        paymentIntentId: invoice.paymentIntentId,
        orderId: null,
        amountRappen: invoice.amountPaidRappen,
        creditsGranted: credits,
        paidAt: invoice.paidAt,
        periodStart: invoice.periodStart,
        periodEnd: invoice.periodEnd,
      });
      granted += payment.creditsGranted;
    }
    return granted;
  }

  /** Runs under the customer's lock. @returns the credits granted by this call */
  async grantPack(em: EntityManager, order: Order, checkout: ProviderCheckout): Promise<number> {
    if ((await em.count(Payment, { sourceId: checkout.id })) > 0) return 0;
    const payment = await this.record(em, {
      userId: order.userId,
      kind: 'pack',
      sourceId: checkout.id,
      providerSubscriptionId: null,
      paymentIntentId: checkout.paymentIntentId,
      orderId: order.id,
      amountRappen: checkout.amountRappen,
      creditsGranted: order.credits,
      paidAt: this.clock.now(),
      periodStart: null,
      periodEnd: null,
    });
    return payment.creditsGranted;
  }

  /** Grants what waited for an admin's word. Runs under the customer's lock. */
  async release(em: EntityManager, payment: Payment): Promise<void> {
    Object.assign(payment, { creditsGranted: payment.creditsHeld, creditsHeld: 0 });
    await this.book(em, payment);
  }

  private async record(
    em: EntityManager,
    payment: Pick<Payment, 'userId' | 'kind' | 'sourceId' | 'amountRappen' | 'creditsGranted' | 'paidAt'> & {
      providerSubscriptionId: string | null;
      paymentIntentId: string | null;
      orderId: string | null;
      periodStart: Date | null;
      periodEnd: Date | null;
    },
  ): Promise<Payment> {
    const isHeld = payment.creditsGranted > 0 && (await this.mustWait(em, payment));
    const credits = {
      creditsGranted: isHeld ? 0 : payment.creditsGranted,
      creditsHeld: isHeld ? payment.creditsGranted : 0,
    };
    const recorded = em.create(Payment, {
      ...payment,
      ...credits,
      id: randomUUID(),
      createdAt: this.clock.now(),
      refundedRappen: 0,
      disputedRappen: 0,
      isDisputeOpen: false,
      creditsTakenBack: 0,
      corrections: 0,
    });
    if (isHeld)
      this.logger.warn(
        { paymentId: recorded.id },
        'a customer orders and withdraws in turn: the credits wait for somebody to look',
      );
    await this.book(em, recorded);
    return recorded;
  }

  private async book(em: EntityManager, payment: Payment): Promise<void> {
    await em.flush();
    if (payment.creditsGranted === 0) return;
    await this.credits.book(em, {
      userId: payment.userId,
      delta: payment.creditsGranted,
      reason: REASONS[payment.kind],
      businessKey: grantKey(payment),
    });
  }

  /** A month of a subscription waits only while the first one does. */
  private async mustWait(
    em: EntityManager,
    {
      userId,
      kind,
      providerSubscriptionId,
    }: Pick<Payment, 'userId' | 'kind'> & { providerSubscriptionId: string | null },
  ): Promise<boolean> {
    if (kind !== 'subscription_cycle') return isCircling(em, userId, this.clock.now());
    return (await em.count(Payment, { providerSubscriptionId, kind: 'subscription_create', ...HELD })) > 0;
  }

  /** @returns null for a price that none of our plans has or had. */
  private async creditsOf(em: EntityManager, invoice: ProviderInvoice): Promise<number | null> {
    const billed = await this.plans.byProviderPrice(em, invoice.priceId);
    if (!billed) return null;
    if (invoice.cause !== 'subscription_update') return billed.plan.credits;
    const former = invoice.formerPriceId ? await this.plans.byProviderPrice(em, invoice.formerPriceId) : null;
    if (!former) return null;
    const period = await em.findOne(Payment, {
      providerSubscriptionId: invoice.subscriptionId,
      kind: { $in: ['subscription_create', 'subscription_cycle'] },
      periodEnd: invoice.periodEnd,
    });
    if (period?.periodStart) {
      const share = { start: invoice.periodStart, periodStart: period.periodStart, periodEnd: invoice.periodEnd };
      // What is credited is what the period cost, also where the next one's price was set already.
      const fromRappen =
        (await priceBeforeChange(em, {
          providerSubscriptionId: invoice.subscriptionId,
          planId: former.plan.id,
          end: invoice.periodEnd,
        })) ?? former.priceRappen;
      const expected = upgradePrice({ ...share, fromRappen, toRappen: billed.priceRappen });
      // Credits follow the money: an invoice that comes to less than the difference grants as much less.
      const paidShare =
        invoice.totalRappen >= expected - ROUNDING_RAPPEN ? 1 : Math.max(0, invoice.totalRappen) / expected;
      return Math.ceil(
        upgradeCredits({ ...share, fromCredits: former.plan.credits, toCredits: billed.plan.credits }) * paidShare,
      );
    }
    // Without the payment of the period the money says which fraction it was.
    return Math.max(
      0,
      Math.ceil(((billed.plan.credits - former.plan.credits) * invoice.lineRappen) / billed.priceRappen),
    );
  }
}
