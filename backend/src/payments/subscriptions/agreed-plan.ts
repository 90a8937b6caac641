import type { EntityManager } from '@mikro-orm/postgresql';
import { Order } from '../records/order.entity.js';
import type { Subscription } from '../records/subscription.entity.js';

/**
 * The plan that a subscription ought to have by the upgrades that were withdrawn from; null where none of them speaks against the
 * one it has. That is the plan of the last upgrade that stands, else the one from before the first.
 */
export async function agreedPlan(em: EntityManager, subscription: Subscription): Promise<string | null> {
  const upgrades = await em.find(
    Order,
    { subscriptionId: subscription.id, kind: 'upgrade', status: { $in: ['paid', 'withdrawn'] } },
    { orderBy: { createdAt: 'asc' }, refresh: true },
  );
  if (upgrades.at(-1)?.status !== 'withdrawn') return null;
  const agreed = upgrades.findLast(({ status }) => status === 'paid')?.planId ?? upgrades[0]!.fromPlanId;
  return agreed === subscription.planId ? null : (agreed ?? null);
}
