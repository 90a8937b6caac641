import { Module, type DynamicModule } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { AiProfilesWorkerModule } from '../ai-profiles/index.js';
import { BillingWorkerModule } from '../billing/index.js';
import type { Config } from '../config/index.js';
import { GenerationsWorkerModule } from '../generations/index.js';
import { NotificationsWorkerModule } from '../notifications/index.js';
import { QueueModule } from '../platform/queue/index.js';
import { foundation } from './foundation.js';

@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [...foundation(config, 'worker'), QueueModule.forWorker(), AccountsModule, BillingWorkerModule, AiProfilesWorkerModule, GenerationsWorkerModule, NotificationsWorkerModule],
    };
  }
}
