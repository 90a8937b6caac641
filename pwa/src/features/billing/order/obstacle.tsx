import type { ReactNode } from 'react';
import { errorCode, errorText } from '~/lib/api';
import type { Text } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { isRunning, standing, type Subscription } from '../billing-data';
import type { OrderData } from './order-data';

/** Why there is nothing to order here, and where to go instead. */
export interface Obstacle {
  title: string;
  text: string;
  action: ReactNode;
}

/** What keeps from an upgrade, told by the price that was refused. */
const REFUSALS = new Set<string>([
  'downgrade_not_allowed',
  'not_an_upgrade',
  'no_subscription',
  'subscription_ending',
  'upgrade_waiting',
  'upgrade_not_now',
  'plan_unknown',
]);

const toPricing = (t: Text) => (
  <AppLinkButton to="/pricing" variant="primary">
    {t('billing.order.toPricing')}
  </AppLinkButton>
);
const toDashboard = (t: Text) => (
  <AppLinkButton to="/app" hash="abo">
    {t('shell.nav.dashboard')}
  </AppLinkButton>
);

/** A plan beside the one that runs: never a second subscription. */
function besideRunning(data: OrderData, running: Subscription, t: Text): Obstacle {
  const plan = data.item.ok && data.item.value?.kind === 'plan' ? data.item.value.plan : null;
  if (plan && plan.credits < running.creditsPerPeriod)
    return { title: t('billing.order.notPossible'), text: t('errors.downgrade_not_allowed'), action: toDashboard(t) };
  const isHigher = plan !== null && plan.credits > running.creditsPerPeriod;
  return {
    title: t('billing.order.already'),
    text: t('billing.order.alreadyText', { plan: running.planName }),
    action: isHigher ? (
      <AppLinkButton to="/bestellen" search={{ upgrade: plan.id }} preload={false} variant="primary">
        {t('billing.order.switch', { plan: plan.name })}
      </AppLinkButton>
    ) : (
      toDashboard(t)
    ),
  };
}

/** A pack that is not sold to this customer: there is none at all, it is gone, or perhaps only subscribers get it. */
function withoutPack({ packsOnSale }: OrderData, subscription: Subscription | null, t: Text): Obstacle {
  if (!packsOnSale)
    return {
      title: t('billing.order.packNeedsPlan'),
      text: t('billing.order.packNeedsPlanText'),
      action: toPricing(t),
    };
  const seesAll = subscription && standing(subscription) !== 'inactive';
  return seesAll
    ? { title: t('billing.order.packGone'), text: t('billing.order.packGoneText'), action: toDashboard(t) }
    : { title: t('billing.order.packNotHere'), text: t('billing.order.packNotHereText'), action: toPricing(t) };
}

/** What keeps from ordering, if anything does; the server decides again when the order arrives. */
export function obstacleOf(data: OrderData, t: Text): Obstacle | null {
  const { asked, item, billing } = data;
  if (billing.ok && billing.value.purchasesBlocked)
    return { title: t('billing.order.notPossible'), text: t('errors.purchases_blocked'), action: toDashboard(t) };
  const subscription = billing.ok ? billing.value.subscription : null;
  if (asked === 'plan' && subscription && isRunning(subscription)) return besideRunning(data, subscription, t);
  if (!item.ok && REFUSALS.has(errorCode(item.error)))
    return {
      title: t('billing.order.notPossible'),
      text: errorText(item.error),
      action: errorCode(item.error) === 'no_subscription' ? toPricing(t) : toDashboard(t),
    };
  if (!item.ok || item.value) return null;
  if (asked === 'pack') return withoutPack(data, subscription, t);
  return { title: t('billing.order.unknownTitle'), text: t('billing.order.unknownText'), action: toPricing(t) };
}
