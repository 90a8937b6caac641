import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer } from '../api/answers.js';
import { createdRange, expand, id, paging } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';

const listing = z.strictObject({
  ...paging,
  charge: id.optional(),
  created: createdRange,
  payment_intent: id.optional(),
} satisfies ShapeOf<Stripe.DisputeListParams>);

/** Reading calls on disputes; customers open them and banks close them, never a call. */
export const disputeCalls: Route[] = [
  route('GET', '/v1/disputes', listing, (world, params) =>
    listAnswer(
      '/v1/disputes',
      [...world.state.disputes.values()].filter(
        (one) =>
          (params.charge === undefined || one.charge === params.charge) &&
          (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),
  route('GET', '/v1/disputes/:id', z.strictObject({ expand }), (world, _, [disputeId]) =>
    find(world, 'disputes', disputeId),
  ),
];
