import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { WebhookDeliveriesService } from './webhooks/webhook-deliveries.service.js';
import { WebhookEndpointsService } from './webhooks/webhook-endpoints.service.js';
import { WebhookKeys } from './webhooks/webhook-keys.js';
import { WebhookNotes } from './webhooks/webhook-notes.service.js';
import { WebhooksAccountData } from './webhooks/webhooks.account-data.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** What partners hold about people; wherever accounts are erased. */
@Module({ imports: [IdentityModule], providers: [WebhooksAccountData] })
export class PartnersDataModule {}

/** For both processes: messages are noted where their cause is written. */
@Module({ imports: [PartnersDataModule], providers: [WebhookNotes, WebhookKeys], exports: [WebhookNotes, WebhookKeys] })
export class PartnersModule {}

@Module({
  imports: [PartnersModule],
  controllers: [WebhooksController],
  providers: [WebhookEndpointsService, WebhookDeliveriesService],
})
export class PartnersApiModule {}
