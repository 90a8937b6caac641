import { z } from 'zod';
import { GENERATION_FAILURES } from '../../generations/index.js';
import { PROFILE_FAILURES } from '../../ai-profiles/index.js';

/** What a message holds: ids and states, nothing about people. */
const EVENT_DATA = {
  'profile.ready': z.object({ profileId: z.uuid() }),
  'profile.failed': z.object({ profileId: z.uuid(), reason: z.enum(PROFILE_FAILURES).describe('More may follow.') }),
  'generation.completed': z.object({ generationId: z.uuid(), profileId: z.uuid(), portraits: z.int() }),
  'generation.failed': z.object({
    generationId: z.uuid(),
    profileId: z.uuid(),
    reason: z.enum(GENERATION_FAILURES).describe('More may follow.'),
  }),
  'credits.low': z.object({ balance: z.int(), threshold: z.int().describe('The balance has fallen below it.') }),
  'portraits.expiring': z.object({
    generationId: z.uuid(),
    expiresAt: z.iso.datetime().describe('When the portraits are deleted.'),
  }),
  test: z.object({}),
} as const;

export type WebhookEventType = keyof typeof EVENT_DATA;
export type WebhookEventData<T extends WebhookEventType> = z.infer<(typeof EVENT_DATA)[T]>;

/** What an endpoint may ask for; a test is sent by its button. */
export const SUBSCRIBABLE = [
  'profile.ready',
  'profile.failed',
  'generation.completed',
  'generation.failed',
  'credits.low',
  'portraits.expiring',
] as const;

function message<T extends WebhookEventType, D extends z.ZodType>(type: T, data: D, id: string, description: string) {
  return z
    .object({
      id: z.string().describe('The same as the header `webhook-id`, also when it is sent again.'),
      type: z.literal(type),
      createdAt: z.iso.datetime(),
      data,
    })
    .meta({ id, description });
}

const MESSAGES = [
  message(
    'profile.ready',
    EVENT_DATA['profile.ready'],
    'WebhookProfileReady',
    'A training has ended; portraits can be made.',
  ),
  message(
    'profile.failed',
    EVENT_DATA['profile.failed'],
    'WebhookProfileFailed',
    'A training has failed. It may be tried again for free, or its credits are back.',
  ),
  message(
    'generation.completed',
    EVENT_DATA['generation.completed'],
    'WebhookGenerationCompleted',
    'The portraits of a run can be fetched.',
  ),
  message(
    'generation.failed',
    EVENT_DATA['generation.failed'],
    'WebhookGenerationFailed',
    'A run has failed; its credits are back.',
  ),
  message(
    'credits.low',
    EVENT_DATA['credits.low'],
    'WebhookCreditsLow',
    'The balance no longer pays for a training with a run. Told again only after it did once more.',
  ),
  message(
    'portraits.expiring',
    EVENT_DATA['portraits.expiring'],
    'WebhookPortraitsExpiring',
    'The portraits of a run will be deleted soon.',
  ),
  message('test', EVENT_DATA.test, 'WebhookTest', 'Sent when its owner asks for it, once.'),
] as const;

export const WebhookEvent = z
  .discriminatedUnion('type', MESSAGES)
  .meta({ id: 'WebhookEvent', description: 'What is posted to an endpoint. More types may follow.' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Each message by its type, for the description of the API. */
export const WEBHOOK_MESSAGES: readonly { type: WebhookEventType; schema: z.ZodType }[] = MESSAGES.map((schema) => ({
  type: schema.shape.type.value,
  schema,
}));
