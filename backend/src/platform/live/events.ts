import { z } from 'zod';

const id = z.uuid();

/** Everything the server may send over Socket.IO. Ids, states and fractions only; content is fetched. */
export const LIVE_EVENTS = {
  'profile.changed': z
    .object({ profileId: id, status: z.enum(['created', 'training', 'ready', 'failed', 'deleted']) })
    .meta({ id: 'ProfileChangedEvent' }),
  'profile.progress': z
    .object({
      profileId: id,
      stage: z.enum(['analysing', 'preparing', 'learning', 'rendering', 'finishing']),
      fraction: z.number().min(0).max(1),
    })
    .meta({ id: 'ProfileProgressEvent' }),
  'previews.changed': z
    .object({ profileId: id })
    .meta({ id: 'PreviewsChangedEvent', description: 'The free previews of a profile have changed.' }),
  'generation.changed': z
    .object({ generationId: id, status: z.enum(['queued', 'processing', 'completed', 'failed', 'deleted']) })
    .meta({ id: 'GenerationChangedEvent' }),
  'generation.progress': z
    .object({ generationId: id, fraction: z.number().min(0).max(1), finished: z.array(z.int()) })
    .meta({ id: 'GenerationProgressEvent' }),
  'planned_run.changed': z.object({ profileId: id }).meta({
    id: 'PlannedRunChangedEvent',
    description: 'What starts with the end of a profile’s training has changed.',
  }),
  'portrait.changed': z
    .object({ generationId: id, portraitId: id })
    .meta({ id: 'PortraitChangedEvent', description: 'Whether a portrait is a favourite has changed, or it is gone.' }),
  'favourite_style.changed': z.object({ styleId: id }).meta({
    id: 'FavouriteStyleChangedEvent',
    description: 'Whether a style is a favourite of the customer has changed.',
  }),
  'credits.changed': z.object({ balance: z.int() }).meta({ id: 'CreditsChangedEvent' }),
  'account.confirmed': z.object({}).meta({ id: 'AccountConfirmedEvent' }),
  'account.changed': z.object({}).meta({
    id: 'AccountChangedEvent',
    description: 'Details, ways to sign in, sessions or keys of the account have changed.',
  }),
  'export.changed': z
    .object({ exportId: id, status: z.enum(['queued', 'ready', 'failed', 'expired']) })
    .meta({ id: 'ExportChangedEvent' }),
  'webhook.changed': z.object({ endpointId: id }).meta({
    id: 'WebhookChangedEvent',
    description: 'An endpoint for webhooks, or what was delivered to it, has changed.',
  }),
  'session.ended': z.object({}).meta({ id: 'SessionEndedEvent' }),
} as const;

export type LiveEventName = keyof typeof LIVE_EVENTS;
export type LiveEventPayload<N extends LiveEventName> = z.infer<(typeof LIVE_EVENTS)[N]>;
