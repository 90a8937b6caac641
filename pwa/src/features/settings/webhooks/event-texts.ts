import type { Schemas } from '~/lib/api';

export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];
export type EventType = Endpoint['events'][number];

/** The names of the events in the texts, where a dot means something else. */
export const EVENT_TEXT = {
  'profile.ready': 'profileReady',
  'profile.failed': 'profileFailed',
  'generation.completed': 'generationCompleted',
  'generation.failed': 'generationFailed',
  'credits.low': 'creditsLow',
  'portraits.expiring': 'portraitsExpiring',
  test: 'test',
} as const satisfies Record<EventType | 'test', string>;

export const EVENT_TYPES = (Object.keys(EVENT_TEXT) as (keyof typeof EVENT_TEXT)[]).filter((type) => type !== 'test');
