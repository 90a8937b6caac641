import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../../config/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { DomainEvents } from '../../platform/domain-events/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { SubscriptionResumed } from '../payments.domain-events.js';
import { SubscriptionCanceled } from '../payments.events.js';
import { BillingCustomer } from '../records/billing-customer.entity.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** What a customer does to a running subscription, each act repeatable without harm. */
@Injectable()
export class SubscriptionCommandsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly payments: PaymentProvider,
    private readonly subscriptions: SubscriptionsService,
    private readonly synchronisation: SynchronisationService,
    private readonly outbox: Outbox,
    private readonly domainEvents: DomainEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Ends it with the paid period. One that is canceled already stays so. @throws AppError `no_subscription`. */
  async cancel(userId: string): Promise<void> {
    const current = await this.subscriptions.current(userId);
    if (!current || current.status === 'canceled') throw new AppError('no_subscription');
    const renewing = (await this.subscriptions.running(userId)).filter(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd);
    if (renewing.length === 0) return;
    for (const { providerId } of renewing) await this.payments.endSubscriptionAtPeriodEnd(providerId);
    // The confirmation is noted before what makes a second call find it done. Canceled, resumed and canceled again is confirmed again.
    await this.em
      .fork()
      .transactional((em) =>
        this.outbox.add(
          em,
          SubscriptionCanceled,
          { subscriptionId: current.id },
          { dedupeKey: `subscription-canceled:${current.id}:${this.clock.now().toISOString().slice(0, 16)}` },
        ),
      );
    await this.synchronisation.synchroniseUser(userId);
  }

  /** Lets it run on after all. @throws AppError `no_subscription` once it has ended. */
  async resume(userId: string): Promise<void> {
    const current = await this.subscriptions.current(userId);
    if (!current || current.status === 'canceled') throw new AppError('no_subscription');
    if (!current.cancelAtPeriodEnd) return;
    await this.payments.resumeSubscription(current.providerId);
    await this.em.fork().transactional((em) => this.domainEvents.publish(em, SubscriptionResumed, { userId }));
    await this.synchronisation.synchroniseUser(userId);
  }

  /** Where the card is changed. @throws AppError `no_subscription` for somebody who never bought anything. */
  async openPortal(userId: string): Promise<string> {
    const customer = await this.em.findOne(BillingCustomer, { userId });
    if (!customer) throw new AppError('no_subscription');
    return this.payments.openPortal(customer.providerId, `${this.config.publicOrigin}/app/settings/abrechnung`);
  }
}
