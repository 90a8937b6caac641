import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, flag, id, integer } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { changeSubscription, type SubscriptionChange } from '../billing/change-subscription.js';
import { cancelAtPeriodEnd, endSubscription } from '../billing/end-subscription.js';
import { customerOf } from '../billing/bill-subscription.js';
import type { WireSubscription } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { changedFields } from './changed-fields.js';
import { itemChanges, prorationMoment, readChanges } from './item-changes.js';
import { listing, reading } from './lists.js';
import { findRates, taxRateIds } from './tax-rates.js';

const update = z.strictObject({
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  cancel_at_period_end: flag.optional(),
  default_tax_rates: taxRateIds.optional(),
  expand,
  items: itemChanges.optional(),
  payment_behavior: z.literal('pending_if_incomplete').optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  proration_date: integer.optional(),
} satisfies ShapeOf<Stripe.SubscriptionUpdateParams>);

/** Refuses what Stripe refuses, before anything changes; the change of items the call asks for, if any. */
function checkUpdate(
  world: World,
  subscription: WireSubscription,
  params: z.output<typeof update>,
): SubscriptionChange | null {
  if (subscription.status === 'canceled')
    throw invalid(null, 'A canceled subscription can only update its cancellation_details and metadata.');
  if (params.payment_behavior && params.cancel_at_period_end !== undefined) {
    const message = `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you cannot pass \`cancel_at_period_end\`: it is not supported by pending updates.`;
    throw invalid(null, message, 'cancel_at_period_end');
  }
  if (!params.items) return null;
  const billing = params.proration_behavior;
  if (!billing || (billing === 'always_invoice' && !params.payment_behavior)) {
    const message = 'The emulator bills a change at once, waiting for its payment, or not at all.';
    throw invalid(null, message, billing ? 'payment_behavior' : 'proration_behavior');
  }
  const changes = readChanges(world, subscription, params.items, 'items');
  return { changes, billing, at: prorationMoment(world, changes, params.proration_date) };
}

/** By what later invoices are taxed. @throws StripeRefusal for a customer who lives nowhere */
function changeTaxes(world: World, subscription: WireSubscription, params: z.output<typeof update>): void {
  const { automatic_tax: automatic, default_tax_rates: ids } = params;
  if (automatic?.enabled && !customerOf(world, subscription.customer).address?.country)
    throw invalid(
      'customer_tax_location_invalid',
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
      'automatic_tax',
    );
  if (automatic) subscription.automatic_tax.enabled = automatic.enabled;
  if (ids) subscription.default_tax_rates = findRates(world, ids, 'default_tax_rates');
}

/** Calls on subscriptions; they begin at the hosted page, never by a call. */
export const subscriptionCalls: Route[] = [
  listing(
    '/v1/subscriptions',
    'subscriptions',
    {
      customer: id.optional(),
      status: z.enum(['active', 'all', 'canceled', 'past_due']).optional(),
    } satisfies ShapeOf<Stripe.SubscriptionListParams>,
    {
      status: (one, wanted?: string) =>
        wanted === 'all' || (wanted ? one.status === wanted : one.status !== 'canceled'),
    },
  ),
  reading('/v1/subscriptions', 'subscriptions'),

  route('POST', '/v1/subscriptions/:id', update, (world, params, [subscriptionId]) => {
    const subscription = find(world, 'subscriptions', subscriptionId);
    const change = checkUpdate(world, subscription, params);
    const before = structuredClone(subscription);
    if (params.cancel_at_period_end !== undefined) cancelAtPeriodEnd(world, subscription, params.cancel_at_period_end);
    changeTaxes(world, subscription, params);
    if (change) changeSubscription(world, subscription, change);
    world.emit('customer.subscription.updated', subscription, changedFields(before, subscription));
    return subscription;
  }),

  route('DELETE', '/v1/subscriptions/:id', z.strictObject({ expand }), (world, _, [subscriptionId]) => {
    const subscription = find(world, 'subscriptions', subscriptionId);
    if (subscription.status === 'canceled')
      throw invalid('resource_missing', `No such subscription: '${subscriptionId}'`, 'id');
    endSubscription(world, subscription);
    return subscription;
  }),
];
