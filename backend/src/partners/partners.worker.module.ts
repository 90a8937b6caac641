import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { WebhooksModule } from '../integrations/webhooks/index.js';
import { PostModule } from '../notifications/index.js';
import { PartnersModule } from './partners.module.js';
import { WebhookLetters } from './webhooks/webhook-letters.service.js';
import { WebhookSending } from './webhooks/webhook-sending.service.js';
import { WebhooksProcessor } from './webhooks/webhooks.processor.js';

@Module({
  imports: [IdentityModule, PartnersModule, PostModule, WebhooksModule],
  providers: [WebhookLetters, WebhookSending, WebhooksProcessor],
})
export class PartnersWorkerModule {}
