import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer } from '../api/answers.js';
import { createdRange, expand, id, paging } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';

const intentList = z.strictObject({
  ...paging,
  created: createdRange,
  customer: id.optional(),
} satisfies ShapeOf<Stripe.PaymentIntentListParams>);

const chargeList = z.strictObject({
  ...paging,
  created: createdRange,
  customer: id.optional(),
  payment_intent: id.optional(),
} satisfies ShapeOf<Stripe.ChargeListParams>);

/** Reading calls on payments; they are made at the hosted page and by renewals. */
export const paymentCalls: Route[] = [
  route('GET', '/v1/payment_intents', intentList, (world, params) =>
    listAnswer(
      '/v1/payment_intents',
      [...world.state.paymentIntents.values()].filter(
        (one) =>
          (params.customer === undefined || one.customer === params.customer) && inRange(one.created, params.created),
      ),
      params,
    ),
  ),
  route('GET', '/v1/payment_intents/:id', z.strictObject({ expand }), (world, _, [intentId]) =>
    find(world, 'paymentIntents', intentId),
  ),
  route('GET', '/v1/payment_methods/:id', z.strictObject({ expand }), (world, _, [methodId]) =>
    find(world, 'paymentMethods', methodId),
  ),
  route('GET', '/v1/charges', chargeList, (world, params) =>
    listAnswer(
      '/v1/charges',
      [...world.state.charges.values()].filter(
        (one) =>
          (params.customer === undefined || one.customer === params.customer) &&
          (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),
  route('GET', '/v1/charges/:id', z.strictObject({ expand }), (world, _, [chargeId]) =>
    find(world, 'charges', chargeId),
  ),
];
