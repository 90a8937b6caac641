import { z } from 'zod';
import { POST_ERRORS } from '../../integrations/webhooks/index.js';
import { DELIVERY_STATES } from './webhook-delivery.entity.js';
import { DISABLED_REASONS } from './webhook-endpoint.entity.js';
import { SUBSCRIBABLE, WebhookEvent } from './webhook-event.schemas.js';

export type SubscribableEvent = (typeof SUBSCRIBABLE)[number];

/** `secret_unreadable`: it was sealed under another secret of the server; a new one helps. */
export const DELIVERY_ERRORS = [...POST_ERRORS, 'secret_unreadable'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

const url = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .overwrite((text) => (URL.canParse(text) ? new URL(text).href : text))
  .describe('https, at port 443 or from 1024 on, at a public address.');
const events = z
  .array(z.enum(SUBSCRIBABLE))
  .min(1)
  .max(SUBSCRIBABLE.length)
  .refine((types) => new Set(types).size === types.length, { message: 'each type once' });

export const CreateWebhookEndpointBody = z.strictObject({ url, events }).meta({ id: 'CreateWebhookEndpointBody' });
export const UpdateWebhookEndpointBody = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    enabled: z.boolean().optional().describe('What waits for an endpoint that is switched off is not sent any more.'),
  })
  .meta({ id: 'UpdateWebhookEndpointBody' });

export const WebhookEndpointView = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(z.enum(SUBSCRIBABLE)),
    enabled: z.boolean(),
    disabledAt: z.iso.datetime().nullable(),
    disabledReason: z.enum(DISABLED_REASONS).nullable().describe('Its owner, an answer 410, or days without success.'),
    failingSince: z.iso.datetime().nullable().describe('The first failure since something was taken.'),
    previousSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until then messages carry a signature of the secret before, too.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WebhookEndpoint' });
export const WebhookEndpointList = z
  .object({ items: z.array(WebhookEndpointView) })
  .meta({ id: 'WebhookEndpointList' });
export const NewWebhookSecret = z
  .object({
    endpoint: WebhookEndpointView,
    secret: z.string().describe('`whsec_` and 32 bytes in base64, which messages are signed with. Shown once.'),
  })
  .meta({ id: 'NewWebhookSecret' });

export const WebhookAttempt = z
  .object({
    at: z.iso.datetime(),
    status: z.int().nullable().describe('Of the answer; null where there was none.'),
    durationMs: z.int(),
    error: z.enum(DELIVERY_ERRORS).nullable(),
  })
  .meta({ id: 'WebhookAttempt' });
export const WebhookDeliveryView = z
  .object({
    id: z.uuid(),
    event: WebhookEvent,
    state: z.enum(DELIVERY_STATES),
    attempts: z.array(WebhookAttempt).describe('The newest ones, oldest first.'),
    nextAttemptAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' });
export const WebhookDeliveryPage = z
  .object({ items: z.array(WebhookDeliveryView), nextCursor: z.string().nullable() })
  .meta({ id: 'WebhookDeliveryPage' });
