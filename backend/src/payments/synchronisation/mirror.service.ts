import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProviderSubscription } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PaymentNeeded } from '../payments.events.js';
import { PlansService } from '../../catalogue/index.js';
import { db } from '../payments.tables.js';
import { priceBeforeChange } from '../records/told-prices.js';

const PROBLEMS = { failed: 'payment_failed', needs_confirmation: 'action_required' } as const;

/** Writes subscriptions as the provider has them, and tells customers when a payment needs them. */
@Injectable()
export class MirrorService {
  private readonly logger = new Logger('mirror');

  constructor(
    private readonly clock: Clock,
    private readonly plans: PlansService,
    private readonly outbox: Outbox,
  ) {}

  /** Runs under the customer's lock. */
  async write(em: EntityManager, userId: string, remote: ProviderSubscription): Promise<void> {
    const priced = await this.plans.byProviderPrice(em, remote.priceId);
    if (!priced) {
      this.logger.error(
        { subscriptionId: remote.id },
        'a subscription has a price that no plan has or had: it is left out',
      );
      return;
    }
    const waiting = remote.pendingUpdate && (await this.plans.byProviderPrice(em, remote.pendingUpdate.priceId));
    // While an upgrade waits the open invoice is the upgrade's: the month itself is paid.
    const problem =
      remote.openInvoice && !waiting && remote.status !== 'canceled' ? PROBLEMS[remote.openInvoice.cause] : null;
    const period = { providerSubscriptionId: remote.id, planId: priced.plan.id, end: remote.currentPeriodEnd };
    const row = {
      plan_id: priced.plan.id,
      provider_item_id: remote.itemId,
      price_rappen: (await priceBeforeChange(em, period)) ?? priced.priceRappen,
      renewal_rappen: priced.priceRappen,
      status: remote.status,
      credits_per_period: priced.plan.credits,
      current_period_start: remote.currentPeriodStart,
      current_period_end: remote.currentPeriodEnd,
      cancel_at_period_end: remote.cancelAtPeriodEnd,
      problem,
      open_invoice_id: remote.openInvoice?.id ?? null,
      pay_url: remote.openInvoice?.payUrl ?? null,
      waiting_plan_id: waiting?.plan.id ?? null,
      waiting_until: waiting ? remote.pendingUpdate!.expiresAt : null,
    };
    await db(em)
      .insertInto('subscription')
      .values({
        id: randomUUID(),
        created_at: this.clock.now(),
        user_id: userId,
        provider_id: remote.id,
        started_at: remote.createdAt,
        ...row,
      })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(row))
      .execute();
    if (problem && remote.openInvoice && remote.status !== 'incomplete') {
      await this.outbox.add(
        em,
        PaymentNeeded,
        { userId, subscriptionProviderId: remote.id, problem },
        { dedupeKey: `payment-needed:${remote.openInvoice.id}:${problem}` },
      );
    }
  }
}
