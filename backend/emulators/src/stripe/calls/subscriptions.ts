import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer } from '../api/answers.js';
import {
  changeMetadata,
  clearable,
  createdRange,
  expand,
  flag,
  id,
  integer,
  metadata,
  paging,
} from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { changeSubscription, type SubscriptionChange } from '../billing/change-subscription.js';
import { cancelAtPeriodEnd, endSubscription } from '../billing/end-subscription.js';
import type { WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { changedFields } from './customers.js';
import { itemChanges, prorationBehaviour, prorationMoment, readChanges } from './item-changes.js';

const cancellationDetails = z
  .strictObject({
    comment: clearable.optional(),
    feedback: z
      .enum([
        '',
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ])
      .optional(),
  })
  .optional();

const update = z.strictObject({
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails,
  default_payment_method: id.optional(),
  description: clearable.optional(),
  expand,
  items: itemChanges.optional(),
  metadata: metadata.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete', 'pending_if_incomplete']).optional(),
  proration_behavior: prorationBehaviour.optional(),
  proration_date: integer.optional(),
} satisfies ShapeOf<Stripe.SubscriptionUpdateParams>);

/** All that Stripe lets wait for a payment. */
const mayWait = ['expand', 'items', 'payment_behavior', 'proration_behavior', 'proration_date'];

const cancel = z.strictObject({
  cancellation_details: cancellationDetails,
  expand,
  invoice_now: z.literal('false').optional(),
  prorate: z.literal('false').optional(),
} satisfies ShapeOf<Stripe.SubscriptionCancelParams>);

const listing = z.strictObject({
  ...paging,
  created: createdRange,
  customer: id.optional(),
  price: id.optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
} satisfies ShapeOf<Stripe.SubscriptionListParams>);

function matchesStatus(one: WireSubscription, wanted: z.output<typeof listing>['status']): boolean {
  if (wanted === 'all') return true;
  if (wanted === undefined) return one.status !== 'canceled';
  if (wanted === 'ended') return one.status === 'canceled' || one.status === 'incomplete_expired';
  return one.status === wanted;
}

function noteReasons(subscription: WireSubscription, details: z.output<typeof cancellationDetails>): void {
  if (!details || !subscription.cancellation_details) return;
  if (details.comment !== undefined) subscription.cancellation_details.comment = details.comment;
  if (details.feedback !== undefined)
    subscription.cancellation_details.feedback = details.feedback === '' ? null : details.feedback;
}

/** Refuses what Stripe refuses, before anything changes; the change of items the call asks for, if any. */
function checkUpdate(
  world: World,
  subscription: WireSubscription,
  params: z.output<typeof update>,
): SubscriptionChange | null {
  if (params.default_payment_method)
    find(world, 'paymentMethods', params.default_payment_method, 'default_payment_method');
  const names = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (
    subscription.status === 'canceled' &&
    names.some((name) => !['metadata', 'cancellation_details', 'expand'].includes(name))
  ) {
    throw invalid(null, 'A canceled subscription can only update its cancellation_details and metadata.');
  }
  const foreign = names.find((name) => !mayWait.includes(name));
  if (params.payment_behavior === 'pending_if_incomplete' && foreign) {
    throw invalid(
      null,
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you cannot pass \`${foreign}\`: it is not supported by pending updates.`,
      foreign,
    );
  }
  if (!params.items) return null;
  const billing = params.proration_behavior ?? 'create_prorations';
  if (billing === 'create_prorations') {
    throw invalid(
      null,
      'The emulator bills changes at once or not at all: proration_behavior must be always_invoice or none.',
      'proration_behavior',
    );
  }
  const changes = readChanges(world, subscription, params.items, 'items');
  return {
    changes,
    billing,
    at: prorationMoment(world, changes, params.proration_date),
    payment: params.payment_behavior ?? 'allow_incomplete',
  };
}

/** Calls on subscriptions; they begin at the hosted page, never by a call. */
export const subscriptionCalls: Route[] = [
  route('GET', '/v1/subscriptions', listing, (world, params) =>
    listAnswer(
      '/v1/subscriptions',
      [...world.state.subscriptions.values()].filter(
        (one) =>
          (params.customer === undefined || one.customer === params.customer) &&
          (params.price === undefined || one.items.data.some((item) => item.price.id === params.price)) &&
          matchesStatus(one, params.status) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),

  route('GET', '/v1/subscriptions/:id', z.strictObject({ expand }), (world, _, [subscriptionId]) =>
    find(world, 'subscriptions', subscriptionId),
  ),

  route('POST', '/v1/subscriptions/:id', update, (world, params, [subscriptionId]) => {
    const subscription = find(world, 'subscriptions', subscriptionId);
    const change = checkUpdate(world, subscription, params);
    const before = structuredClone(subscription);
    if (params.cancel_at_period_end !== undefined) cancelAtPeriodEnd(world, subscription, params.cancel_at_period_end);
    noteReasons(subscription, params.cancellation_details);
    if (params.default_payment_method !== undefined)
      subscription.default_payment_method = params.default_payment_method;
    if (params.description !== undefined) subscription.description = params.description;
    subscription.metadata = changeMetadata(subscription.metadata, params.metadata);
    if (change) changeSubscription(world, subscription, change);
    world.emit('customer.subscription.updated', subscription, changedFields(before, subscription));
    return subscription;
  }),

  route('DELETE', '/v1/subscriptions/:id', cancel, (world, params, [subscriptionId]) => {
    const subscription = find(world, 'subscriptions', subscriptionId);
    if (subscription.status === 'canceled')
      throw invalid('resource_missing', `No such subscription: '${subscriptionId}'`, 'id');
    noteReasons(subscription, params.cancellation_details);
    endSubscription(world, subscription);
    return subscription;
  }),
];
