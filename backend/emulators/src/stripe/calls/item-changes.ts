import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { id, list } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import type { ShapeOf } from '../api/route.js';
import type { ItemChange } from '../billing/proration.js';
import type { WirePrice, WireSubscription, WireSubscriptionItem } from '../objects/wire.js';
import type { World } from '../state/world.js';

/** What calls say about the items of a subscription: the emulator changes their prices and adds none. */
export const itemChanges = list(
  z.strictObject({ id, price: id } satisfies ShapeOf<Stripe.SubscriptionUpdateParams.Item>),
  20,
);

/** Finds the items and prices a call names. `name` is the parameter that held them. @throws StripeRefusal for what Stripe refuses */
export function readChanges(
  world: World,
  subscription: WireSubscription,
  items: z.output<typeof itemChanges>,
  name: string,
): ItemChange[] {
  const changes = items.map((one, index): ItemChange => {
    const at = `${name}[${index}]`;
    const item = subscription.items.data.find((candidate) => candidate.id === one.id);
    if (!item) throw invalid('resource_missing', `Invalid subscription_item id: ${one.id}`, `${at}[id]`);
    const price = find(world, 'prices', one.price, `${at}[price]`);
    if (price.id !== item.price.id) checkPrice(price, item, `${at}[price]`);
    return { item, price };
  });
  if (new Set(changes.map((change) => change.item.id)).size < changes.length)
    throw invalid(null, 'Cannot specify the same subscription item more than once.', name);
  return changes;
}

function checkPrice(price: WirePrice, item: WireSubscriptionItem, name: string): void {
  const refuse = (message: string) => invalid(null, message, name);
  if (!price.active) throw refuse('The price specified is inactive. This field only accepts active prices.');
  if (!price.recurring)
    throw refuse(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    );
  if (price.currency !== item.price.currency)
    throw refuse(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${item.price.currency}\`.`,
    );
}

/** As of when a change counts. @throws StripeRefusal for a moment outside the running period */
export function prorationMoment(world: World, changes: ItemChange[], date: number | undefined): number {
  const at = date ?? world.now();
  if (changes.some(({ item }) => at < item.current_period_start || at > item.current_period_end))
    throw invalid(null, 'Invalid `proration_date`: it must be within the current billing period.', 'proration_date');
  return at;
}
