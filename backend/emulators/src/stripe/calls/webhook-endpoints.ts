import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, flag, list, metadata, text, webAddress } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import type { WireWebhookEndpoint } from '../objects/wire.js';
import { newId, randomToken } from '../state/ids.js';
import { listing, reading } from './lists.js';

const types = list(z.string().regex(/^(\*|[a-z_.]+)$/), 300);

const create = z.strictObject({
  api_version: text.optional(),
  description: text.optional(),
  enabled_events: types,
  expand,
  metadata: metadata.optional(),
  url: webAddress,
} satisfies ShapeOf<Stripe.WebhookEndpointCreateParams>);

const update = z.strictObject({
  disabled: flag.optional(),
  enabled_events: types.optional(),
  expand,
  metadata: metadata.optional(),
} satisfies ShapeOf<Stripe.WebhookEndpointUpdateParams>);

/** Calls on webhook endpoints. They are kept and answered; the emulator sends where it was told to at its start. */
export const webhookEndpointCalls: Route[] = [
  route('POST', '/v1/webhook_endpoints', create, (world, params) => {
    const endpoint: WireWebhookEndpoint = {
      id: newId('webhookEndpoints'),
      object: 'webhook_endpoint',
      api_version: params.api_version ?? null,
      application: null,
      created: world.now(),
      description: params.description ?? null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: params.metadata ?? {},
      status: 'enabled',
      url: params.url,
    };
    world.state.webhookEndpoints.set(endpoint.id, endpoint);
    // Said once, and never again.
    return { ...endpoint, secret: `whsec_${randomToken(32)}` };
  }),
  listing('/v1/webhook_endpoints', 'webhookEndpoints', {} satisfies ShapeOf<Stripe.WebhookEndpointListParams>),
  reading('/v1/webhook_endpoints', 'webhookEndpoints'),
  route('POST', '/v1/webhook_endpoints/:id', update, (world, params, [endpointId]) => {
    const endpoint = find(world, 'webhookEndpoints', endpointId);
    if (params.enabled_events) endpoint.enabled_events = params.enabled_events;
    if (params.metadata) endpoint.metadata = { ...endpoint.metadata, ...params.metadata };
    if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled';
    return endpoint;
  }),
];
