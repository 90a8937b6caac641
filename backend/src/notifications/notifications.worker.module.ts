import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { BillingModule } from '../billing/index.js';
import { GenerationsModule } from '../generations/index.js';
import { MailModule } from '../integrations/mail/index.js';
import { AccountNotificationsService } from './account-notifications.service.js';
import { AppLinks } from './app-links.js';
import { ContractNotificationsService } from './contract-notifications.service.js';
import { MailProcessor } from './mail.processor.js';
import { NotificationsService } from './notifications.service.js';
import { PostService } from './post.service.js';

@Module({ imports: [AccountsModule, BillingModule, GenerationsModule, MailModule], providers: [AppLinks, PostService, AccountNotificationsService, ContractNotificationsService, NotificationsService, MailProcessor] })
export class NotificationsWorkerModule {}
