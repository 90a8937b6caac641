import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CONFIG, type Config } from '../config/index.js';
import { RetentionService } from './retention.service.js';

/** Begins the rounds: every ten minutes, and at the start, for a machine that was off when something came due. */
@Injectable()
export class RetentionTasks implements OnApplicationBootstrap {
  private readonly logger = new Logger('retention');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly retention: RetentionService,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.schedules) void this.round();
  }

  @Cron('*/10 * * * *')
  async round(): Promise<void> {
    try {
      await this.retention.round();
    } catch (error) {
      this.logger.error({ err: error }, 'a round of retention failed, the next one follows in ten minutes');
    }
  }
}
