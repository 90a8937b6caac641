import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { WebhooksModule } from '../integrations/webhooks/index.js';
import { EmailModule } from '../notifications/index.js';
import { PartnersModule } from './partners.module.js';
import { WebhookEmails } from './webhooks/webhook-emails.service.js';
import { WebhookSending } from './webhooks/webhook-sending.service.js';
import { WebhooksProcessor } from './webhooks/webhooks.processor.js';

@Module({
  imports: [IdentityModule, PartnersModule, EmailModule, WebhooksModule],
  providers: [WebhookEmails, WebhookSending, WebhooksProcessor],
})
export class PartnersWorkerModule {}
