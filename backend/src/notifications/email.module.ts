import { Module } from '@nestjs/common';
import { MailModule } from '../integrations/mail/index.js';
import { AppLinks } from './app-links.js';
import { EmailMetrics } from './email-metrics.js';
import { EmailService } from './email.service.js';

/** Sending emails, in the worker. */
@Module({ imports: [MailModule], providers: [AppLinks, EmailMetrics, EmailService], exports: [AppLinks, EmailService] })
export class EmailModule {}
