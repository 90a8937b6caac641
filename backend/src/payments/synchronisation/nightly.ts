import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PlansChanged } from '../../catalogue/index.js';
import { ReconciliationService } from './reconciliation.service.js';

const fingerprint = createHash('sha256').update(JSON.stringify(facts.plans)).digest('hex').slice(0, 16);

/** What billing does by itself: publish changed plans at the start, and reconcile every night. */
@Injectable()
export class Nightly implements OnApplicationBootstrap {
  private readonly logger = new Logger('nightly');

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly reconciliation: ReconciliationService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.em
      .fork()
      // Products have a tax code once the provider reckons taxes.
      .transactional((em) =>
        this.outbox.add(
          em,
          PlansChanged,
          { fingerprint },
          { dedupeKey: `plans:${fingerprint}${this.config.vat?.isByProvider ? ':taxed' : ''}` },
        ),
      );
  }

  /** At an hour when nobody buys, and several times, so that more than one batch of customers is no problem. */
  @Cron('*/10 2-4 * * *', { timeZone: 'Europe/Zurich' })
  async reconcile(): Promise<void> {
    try {
      const due = await this.reconciliation.noteDue();
      if (due > 0) this.logger.log({ due }, 'customers are read again');
    } catch (error) {
      this.logger.error({ err: error }, 'reconciliation could not be noted, it is tried again in ten minutes');
    }
  }
}
