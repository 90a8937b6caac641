import { facts } from '~/lib/facts';
import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { api, settle, type Loaded, type Schemas } from '~/lib/api';

export type Plan = Schemas['Plan'];
export type PlanId = Plan['id'];
export type Subscription = Schemas['Subscription'];
export type Order = Schemas['Order'];
export type CreditPack = Schemas['CreditPack'];
/** The subscription, and what keeps from buying. */
export type BillingState = Schemas['CurrentSubscription'];

/** The plans as they are sold now. */
export const loadPlans = (): Promise<Loaded<Plan[]>> => settle(api.listPlans().then(({ items }) => items));

/** The packs that are sold without a plan, to this customer or to visitors. */
export const loadPacksForEverybody = (isMember: boolean): Promise<Loaded<CreditPack[]>> =>
  settle(
    isMember
      ? api.listCreditPacks().then(({ items }) => items.filter(({ needsSubscription }) => !needsSubscription))
      : api.getSite().then(({ packs }) => packs),
  );

/** What the customer stands at. */
export const loadBilling = (): Promise<Loaded<BillingState>> => settle(api.getSubscription());

/** Accepts the id of a plan that exists, for instance from a URL. */
export function planIdOf(value: unknown): PlanId | undefined {
  return facts.plans.find((plan) => plan.id === value)?.id;
}

/** What a subscription counts as on screen. A cancelled one still runs until its period ends. */
export function standing(subscription: Subscription, now = new Date()): 'active' | 'ending' | 'inactive' {
  const isInPeriod = new Date(subscription.currentPeriodEnd) > now;
  if (subscription.status === 'active') return subscription.cancelAtPeriodEnd ? 'ending' : 'active';
  return subscription.status === 'canceled' && isInPeriod ? 'ending' : 'inactive';
}

/** Whether the subscription has a future that can be cancelled or changed; one that is over is only used up. */
export const isRunning = ({ status }: Subscription): boolean => status === 'active' || status === 'past_due';

/** Why a higher plan cannot be chosen at the moment; null when it can, or when there is none to leave. */
export function upgradeHurdle(subscription: Subscription): 'ending' | 'waiting' | 'unpaid' | null {
  if (!isRunning(subscription)) return null;
  if (subscription.cancelAtPeriodEnd) return 'ending';
  if (subscription.waitingUpgrade) return 'waiting';
  return subscription.status === 'active' ? null : 'unpaid';
}

/** The plans above the one that runs. */
export const higherPlans = (plans: readonly Plan[], { creditsPerPeriod }: Subscription): Plan[] =>
  plans.filter(({ credits }) => credits > creditsPerPeriod);

/** Says that a purchase needs a session. */
export function tellToSignIn(): void {
  notify({ title: text('billing.order.signIn'), duration: 'info' });
}
