import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/index.js';
import { IdentityModule } from '../identity/index.js';
import { SignInModule } from '../sign-in/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { PaymentsModule } from '../payments/index.js';
import { ContractsModule } from '../contracts/index.js';
import { CreditsModule } from '../credits/index.js';
import { ExamplesModule } from '../examples/index.js';
import { GenerationsModule } from '../generations/index.js';
import { MisuseModule } from '../misuse/index.js';
import { AccountNotificationsService } from './account-notifications.service.js';
import { AnnouncementNotificationsService } from './announcement-notifications.service.js';
import { ContractNotificationsService } from './contract-notifications.service.js';
import { ExampleNotificationsService } from './example-notifications.service.js';
import { EmailProcessor } from './email.processor.js';
import { MisuseNotificationsService } from './misuse-notifications.service.js';
import { NotificationsService } from './notifications.service.js';
import { EmailModule } from './email.module.js';
import { PushNewsService } from './push/push-news.service.js';
import { PushModule } from './push/push.module.js';
import { PushProcessor } from './push/push.processor.js';

@Module({
  imports: [
    IdentityModule,
    SignInModule,
    PrivacyModule,
    PaymentsModule,
    ContractsModule,
    AnnouncementsModule,
    CreditsModule,
    GenerationsModule,
    ExamplesModule,
    MisuseModule,
    EmailModule,
    PushModule,
  ],
  providers: [
    AccountNotificationsService,
    ContractNotificationsService,
    AnnouncementNotificationsService,
    MisuseNotificationsService,
    ExampleNotificationsService,
    NotificationsService,
    EmailProcessor,
    PushNewsService,
    PushProcessor,
  ],
})
export class NotificationsWorkerModule {}
