import { facts } from '~/lib/facts';
import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { api, settle, type Loaded, type Schemas } from '~/lib/api';

export type Plan = Schemas['Plan'];
export type PlanId = Plan['id'];
export type Subscription = Schemas['Subscription'];

/** The plans as they are sold now. */
export const loadPlans = (): Promise<Loaded<Plan[]>> => settle(api.listPlans().then(({ items }) => items));

/** The customer's subscription; null without one. */
export const loadSubscription = (): Promise<Loaded<Subscription | null>> => settle(api.getSubscription().then(({ subscription }) => subscription));

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

/** Says that a purchase needs a session. */
export function tellToSignIn(): void {
  notify({ title: text('billing.order.signIn'), duration: 'info' });
}
