import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer, page } from '../api/answers.js';
import { createdRange, expand, id, paging } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { expireSession } from '../billing/catch-up.js';
import { openSession } from './open-session.js';
import { sessionCreate } from './session-parameters.js';

const sessionList = z.strictObject({
  ...paging,
  created: createdRange,
  customer: id.optional(),
  customer_details: z.strictObject({ email: z.string().max(512) }).optional(),
  payment_intent: id.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  subscription: id.optional(),
} satisfies ShapeOf<Stripe.Checkout.SessionListParams>);

/** Calls on checkout sessions. */
export const sessionCalls: Route[] = [
  route('POST', '/v1/checkout/sessions', sessionCreate, (world, params) => openSession(world, params)),

  route('GET', '/v1/checkout/sessions', sessionList, (world, params) =>
    listAnswer(
      '/v1/checkout/sessions',
      [...world.state.sessions.values()].filter(
        (one) =>
          (params.customer === undefined || one.customer === params.customer) &&
          (params.customer_details === undefined || one.customer_details?.email === params.customer_details.email) &&
          (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
          (params.status === undefined || one.status === params.status) &&
          (params.subscription === undefined || one.subscription === params.subscription) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),

  route('GET', '/v1/checkout/sessions/:id', z.strictObject({ expand }), (world, _, [sessionId]) =>
    find(world, 'sessions', sessionId),
  ),

  route('GET', '/v1/checkout/sessions/:id/line_items', z.strictObject(paging), (world, params, [sessionId]) => {
    find(world, 'sessions', sessionId);
    return page(
      `/v1/checkout/sessions/${sessionId}/line_items`,
      world.state.drafts.get(sessionId)?.lines ?? [],
      params,
    );
  }),

  route('POST', '/v1/checkout/sessions/:id/expire', z.strictObject({ expand }), (world, _, [sessionId]) => {
    const session = find(world, 'sessions', sessionId);
    if (session.status !== 'open') {
      throw invalid(
        null,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? 'unknown'}.`,
      );
    }
    expireSession(world, session);
    return session;
  }),
];
