import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, rateAt, type Config } from '../../config/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { Subscription } from '../records/subscription.entity.js';

/** Late, so that few upgrades before the day of another rate are taxed by it already; early enough for nights that were missed. */
const AHEAD_MS = 3 * DAY;

/** Renewals are taxed by the rate of their own day, and name the operator as it is called by then. */
@Injectable()
export class RenewalTaxesService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly payments: PaymentProvider,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Prepares the subscriptions of a user that renew within days; also one that ends, which may be resumed until then. */
  async prepare(userId: string): Promise<void> {
    const now = this.clock.now();
    const soon = await this.em.fork().find(Subscription, {
      userId,
      status: { $in: ['active', 'past_due'] },
      currentPeriodEnd: { $gt: now, $lt: new Date(now.getTime() + AHEAD_MS) },
    });
    for (const { providerId, currentPeriodEnd } of soon)
      await this.payments.prepareRenewal(providerId, this.config.vat && rateAt(this.config.vat, currentPeriodEnd));
  }
}
