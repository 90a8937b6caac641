import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { BillingCustomer } from '../records/billing-customer.entity.js';
import { SubscriptionEndRequested } from '../payments.events.js';
import { CheckoutsService } from '../checkouts/checkouts.service.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';

type Payload = z.infer<typeof SubscriptionEndRequested.schema>;

/** Sees to it that somebody who has left, or was shut out, pays nothing more. */
@Injectable()
export class SubscriptionEndingService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly payments: PaymentProvider,
    private readonly checkouts: CheckoutsService,
    private readonly synchronisation: SynchronisationService,
    private readonly outbox: Outbox,
  ) {}

  /** Open checkouts first: one that was paid until then has become a subscription that is ended as well. */
  async end({ userId, when, providerSubscriptionId }: Payload): Promise<void> {
    if (!providerSubscriptionId) await this.checkouts.expirePending(userId);
    const customer = await this.em.fork().findOne(BillingCustomer, { userId });
    if (!customer) return;
    const { subscriptions } = await this.payments.readCustomer(customer.providerId);
    for (const subscription of subscriptions) {
      if (subscription.status === 'canceled' || (providerSubscriptionId && subscription.id !== providerSubscriptionId))
        continue;
      // One that never was paid has no period to wait for.
      if (when === 'now' || subscription.status === 'incomplete') await this.payments.endSubscription(subscription.id);
      else await this.payments.endSubscriptionAtPeriodEnd(subscription.id);
    }
    await this.synchronisation.synchroniseUser(userId);
  }

  /** Money is at stake: it is tried until it is done. */
  async tryAgainLater(payload: Payload, em: EntityManager): Promise<void> {
    await this.outbox.add(em, SubscriptionEndRequested, payload, {
      runAfter: new Date(this.clock.now().getTime() + HOUR),
    });
  }
}
