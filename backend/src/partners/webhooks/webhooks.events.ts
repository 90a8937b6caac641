import { z } from 'zod';
import { defineTopic } from '../../platform/queue/index.js';

/** One attempt at one delivery. The next one is a job of its own, at its time. */
export const WebhookDue = defineTopic({
  name: 'partners.webhook_due',
  queue: 'webhooks',
  schema: z.object({ userId: z.uuid(), endpointId: z.uuid(), deliveryId: z.uuid() }),
  maxAttempts: 12,
});

/** An endpoint was switched off by what it answered, or did not: its owner hears of it by mail. */
export const WebhookEndpointDisabled = defineTopic({
  name: 'partners.webhook_endpoint_disabled',
  queue: 'mail',
  schema: z.object({
    userId: z.uuid(),
    endpointId: z.uuid(),
    reason: z.enum(['gone', 'failing']),
    at: z.iso.datetime(),
  }),
  maxAttempts: 12,
});
