import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { id, integer, list } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import type { ShapeOf } from '../api/route.js';
import type { ItemChange } from '../billing/proration.js';
import type { WirePrice, WireSubscription, WireSubscriptionItem } from '../objects/wire.js';
import type { World } from '../state/world.js';

/** What calls say about the items of a subscription. */
export const itemChanges = list(
  z.strictObject({
    id: id.optional(),
    price: id.optional(),
    quantity: integer.refine((n) => n >= 1 && n <= 999_999, { message: 'must be at least 1' }).optional(),
  } satisfies ShapeOf<Stripe.SubscriptionUpdateParams.Item>),
  20,
);

/** How the difference is billed. Putting it on the next bill is Stripe's default, and what this emulator does not do. */
export const prorationBehaviour = z.enum(['always_invoice', 'create_prorations', 'none']);

/** Finds the items and prices a call names. `name` is the parameter that held them. @throws StripeRefusal for what Stripe refuses, and for items to be added */
export function readChanges(
  world: World,
  subscription: WireSubscription,
  items: z.output<typeof itemChanges>,
  name: string,
): ItemChange[] {
  const changes = items.map((one, index): ItemChange => {
    const at = `${name}[${index}]`;
    if (!one.id) throw invalid(null, `The emulator changes items and adds none: ${at}[id] is missing.`, `${at}[id]`);
    const item = subscription.items.data.find((candidate) => candidate.id === one.id);
    if (!item) throw invalid('resource_missing', `Invalid subscription_item id: ${one.id}`, `${at}[id]`);
    const price = one.price ? find(world, 'prices', one.price, `${at}[price]`) : item.price;
    if (price.id !== item.price.id) checkPrice(price, item, `${at}[price]`);
    return { item, price, quantity: one.quantity ?? item.quantity ?? 1 };
  });
  if (new Set(changes.map((change) => change.item.id)).size < changes.length) {
    throw invalid(null, 'Cannot specify the same subscription item more than once.', name);
  }
  return changes;
}

function checkPrice(price: WirePrice, item: WireSubscriptionItem, name: string): void {
  if (!price.active)
    throw invalid(null, 'The price specified is inactive. This field only accepts active prices.', name);
  const [next, now] = [price.recurring, item.price.recurring];
  if (!next)
    throw invalid(
      null,
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      name,
    );
  if (price.currency !== item.price.currency)
    throw invalid(
      null,
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${item.price.currency}\`.`,
      name,
    );
  if (next.interval !== now?.interval || next.interval_count !== now.interval_count) {
    throw invalid(null, 'The emulator changes only between prices of one interval.', name);
  }
}

/** As of when a change counts. @throws StripeRefusal for a moment outside the running period */
export function prorationMoment(world: World, changes: ItemChange[], date: number | undefined): number {
  const at = date ?? world.now();
  if (changes.some(({ item }) => at < item.current_period_start || at > item.current_period_end)) {
    throw invalid(null, 'Invalid `proration_date`: it must be within the current billing period.', 'proration_date');
  }
  return at;
}
