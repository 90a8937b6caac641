import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AnnouncementsWorkerModule } from '../announcements/announcements.worker.module.js';
import { BackupsWorkerModule } from '../backups/backups.worker.module.js';
import { PrivacyWorkerModule } from '../privacy/privacy.worker.module.js';
import { AiProfilesWorkerModule } from '../ai-profiles/ai-profiles.worker.module.js';
import { PaymentsWorkerModule } from '../payments/payments.worker.module.js';
import { ContractsWorkerModule } from '../contracts/contracts.worker.module.js';
import type { Config } from '../config/index.js';
import { CreditsWorkerModule } from '../credits/credits.worker.module.js';
import { EngineRunsWorkerModule } from '../engine-runs/engine-runs.worker.module.js';
import { GenerationsWorkerModule } from '../generations/generations.worker.module.js';
import { ExamplesWorkerModule } from '../examples/examples.worker.module.js';
import { InstallationWorkerModule } from '../installation/index.js';
import { JudgementsModule } from '../judgements/index.js';
import { NotificationsWorkerModule } from '../notifications/notifications.worker.module.js';
import { PartnersWorkerModule } from '../partners/partners.worker.module.js';
import { PublishedLinksWorkerModule } from '../published-links/published-links.worker.module.js';
import { PreviewsWorkerModule } from '../previews/previews.worker.module.js';
import { QueueWorkerModule, type QueueWorkerOptions } from '../platform/queue/queue.worker.module.js';
import { StoredObjectsWorkerModule } from '../stored-objects/stored-objects.worker.module.js';
import { RetentionWorkerModule } from '../retention/retention.worker.module.js';
import { TelemetryModule } from '../platform/telemetry/index.js';
import { coreModules } from './core-modules.js';

@Module({})
export class WorkerModule {
  static with(config: Config, queues: QueueWorkerOptions): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ...coreModules(config, 'worker'),
        TelemetryModule.as('worker'),
        ScheduleModule.forRoot({ cronJobs: config.schedules }),
        QueueWorkerModule.with(queues),
        StoredObjectsWorkerModule,
        EngineRunsWorkerModule,
        CreditsWorkerModule,
        PrivacyWorkerModule,
        PaymentsWorkerModule,
        ContractsWorkerModule,
        AnnouncementsWorkerModule,
        AiProfilesWorkerModule,
        PreviewsWorkerModule,
        GenerationsWorkerModule,
        ExamplesWorkerModule,
        JudgementsModule,
        PublishedLinksWorkerModule,
        NotificationsWorkerModule,
        RetentionWorkerModule,
        BackupsWorkerModule,
        PartnersWorkerModule,
        InstallationWorkerModule,
      ],
    };
  }
}
