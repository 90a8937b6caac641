import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { BillingModule } from '../billing/index.js';
import { CreditsModule } from '../credits/index.js';
import { GenerationsModule } from '../generations/index.js';
import { MisuseModule } from '../misuse/index.js';
import { AccountNotificationsService } from './account-notifications.service.js';
import { ContractNotificationsService } from './contract-notifications.service.js';
import { MailProcessor } from './mail.processor.js';
import { MisuseNotificationsService } from './misuse-notifications.service.js';
import { NotificationsService } from './notifications.service.js';
import { PostModule } from './post.module.js';
import { PushNewsService } from './push/push-news.service.js';
import { PushModule } from './push/push.module.js';
import { PushProcessor } from './push/push.processor.js';

@Module({
  imports: [AccountsModule, BillingModule, CreditsModule, GenerationsModule, MisuseModule, PostModule, PushModule],
  providers: [
    AccountNotificationsService,
    ContractNotificationsService,
    MisuseNotificationsService,
    NotificationsService,
    MailProcessor,
    PushNewsService,
    PushProcessor,
  ],
})
export class NotificationsWorkerModule {}
