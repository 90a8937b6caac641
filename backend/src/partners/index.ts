export { PartnersApiModule, PartnersDataModule } from './partners.module.js';
export { WebhookDelivery } from './webhooks/webhook-delivery.entity.js';
export { WebhookEndpoint } from './webhooks/webhook-endpoint.entity.js';
export { WEBHOOK_MESSAGES, WebhookEvent } from './webhooks/webhook-event.schemas.js';
export { WEBHOOK_DELIVERY_RULE } from './partners.retention.js';
