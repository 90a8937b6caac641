import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';
import type { DeliveryError } from './webhooks.schemas.js';
import type { WebhookEventType } from './webhook-event.schemas.js';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export interface DeliveryAttempt {
  at: string;
  status: number | null;
  durationMs: number;
  error: DeliveryError | null;
}

/** A message on its way to one endpoint. */
export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    endpointId: p.uuid(),
    /** Of the event: the same at every endpoint, in every attempt and replay. */
    messageId: p.string().length(60),
    type: p.string().length(40).$type<WebhookEventType>(),
    /** Byte for byte what is signed and sent. */
    body: p.text(),
    state: p.enum(DELIVERY_STATES).default('pending'),
    /** The newest, oldest first. */
    attempts: p.json<DeliveryAttempt[]>(),
    /** The job that may send it; of an older one the result no longer counts. */
    jobId: p.uuid(),
    /** Attempts since it was noted or sent again, and when that was. */
    tries: p.integer().default(0),
    begunAt: p.datetime(3),
    nextAttemptAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['endpointId', 'createdAt', 'id'] }, { properties: ['createdAt'] }],
  uniques: [{ properties: ['endpointId', 'messageId'] }],
});
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
