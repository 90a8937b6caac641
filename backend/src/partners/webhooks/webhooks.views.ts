import type { z } from 'zod';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookEvent } from './webhook-event.schemas.js';
import type { WebhookDeliveryView, WebhookEndpointView } from './webhooks.schemas.js';

export function viewEndpoint(endpoint: WebhookEndpoint, now: Date): z.infer<typeof WebhookEndpointView> {
  const { id, url, events, disabledAt, disabledReason, failingSince, previousKeyUntil, createdAt } = endpoint;
  return {
    id,
    url,
    events,
    enabled: !disabledAt,
    disabledAt: disabledAt?.toISOString() ?? null,
    disabledReason: disabledReason ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretUntil: previousKeyUntil && previousKeyUntil > now ? previousKeyUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

export function viewDelivery(delivery: WebhookDelivery): z.infer<typeof WebhookDeliveryView> {
  const { id, body, state, attempts, nextAttemptAt, createdAt } = delivery;
  return {
    id,
    event: JSON.parse(body) as WebhookEvent,
    state,
    attempts,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
