import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer } from '../api/answers.js';
import { createdRange, expand, flag, list, paging } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';

const eventList = z.strictObject({
  ...paging,
  created: createdRange,
  delivery_success: flag.optional(),
  type: z.string().max(100).optional(),
  types: list(z.string().max(100), 20).optional(),
} satisfies ShapeOf<Stripe.EventListParams>);

function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

/** Reading calls on events, which are kept for 30 days. */
export const eventCalls: Route[] = [
  route('GET', '/v1/events', eventList, (world, params) =>
    listAnswer(
      '/v1/events',
      [...world.state.events.values()].filter(
        (one) =>
          (params.type === undefined || matchesType(one.type, params.type)) &&
          (params.types === undefined || params.types.some((wanted) => matchesType(one.type, wanted))) &&
          (params.delivery_success === undefined || params.delivery_success === (one.pending_webhooks === 0)) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),
  route('GET', '/v1/events/:id', z.strictObject({ expand }), (world, _, [eventId]) => find(world, 'events', eventId)),
];
