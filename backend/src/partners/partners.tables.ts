import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { WebhookDeliverySchema } from './webhooks/webhook-delivery.entity.js';
import type { WebhookEndpointSchema } from './webhooks/webhook-endpoint.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof WebhookDeliverySchema | typeof WebhookEndpointSchema>>(em);
