import type { EntityManager } from '@mikro-orm/postgresql';
import { Order } from '../records/order.entity.js';
import type { Subscription } from '../records/subscription.entity.js';

/** The plan that a subscription ought to have, and what a month of it cost; null for orders from before that was noted. */
export interface AgreedPlan {
  planId: string;
  priceRappen: number | null;
  /** When the first upgrade from it that was withdrawn from was ordered. */
  leftAt: Date;
}

/**
 * The plan that a subscription ought to have by the upgrades that were withdrawn from; null where none of them speaks against the
 * one it has. That is the plan from before the first withdrawn upgrade after the last one that stands.
 */
export async function agreedPlan(em: EntityManager, subscription: Subscription): Promise<AgreedPlan | null> {
  const upgrades = await em.find(
    Order,
    { subscriptionId: subscription.id, kind: 'upgrade', status: { $in: ['paid', 'withdrawn'] } },
    { orderBy: { createdAt: 'asc' }, refresh: true },
  );
  if (upgrades.at(-1)?.status !== 'withdrawn') return null;
  const standing = upgrades.findLastIndex(({ status }) => status === 'paid');
  const planId = upgrades[standing]?.planId ?? upgrades[0]!.fromPlanId;
  if (!planId || planId === subscription.planId) return null;
  const withdrawn = upgrades[standing + 1]!;
  const leftAt = withdrawn.createdAt;
  if (withdrawn.fromPlanId === planId && withdrawn.fromRappen)
    return { planId, priceRappen: withdrawn.fromRappen, leftAt };
  const order =
    upgrades[standing] ?? (await em.findOne(Order, { subscriptionId: subscription.id, kind: 'plan', planId }));
  return { planId, priceRappen: order?.monthlyRappen ?? null, leftAt };
}
