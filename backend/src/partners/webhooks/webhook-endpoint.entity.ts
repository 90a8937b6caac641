import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';
import type { SubscribableEvent } from './webhooks.schemas.js';

/** Who switched an endpoint off: its owner, its own answer 410, or days of failures. */
export const DISABLED_REASONS = ['owner', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Where messages of a customer are posted to. */
export const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    /** May hold a secret of its owner's: never in a log. */
    url: p.string().length(2048),
    events: p.json<SubscribableEvent[]>(),
    /** The key it is signed with, sealed; and the one before, as long as both hold. */
    sealedKey: p.string().length(120),
    previousKey: p.string().length(120).nullable(),
    previousKeyUntil: p.datetime(3).nullable(),
    disabledAt: p.datetime(3).nullable(),
    disabledReason: p.enum(DISABLED_REASONS).nullable(),
    /** The first failure since something was taken. */
    failingSince: p.datetime(3).nullable(),
  },
});
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);
