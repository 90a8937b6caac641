import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { Button } from '~/ui';
import { upgradeHurdle, type Plan, type Subscription } from './billing-data';
import { PlanList } from './plan-list';
import { UpgradeLink } from './upgrade-link';

function Choice({ plan, current }: { plan: Plan; current: Subscription | null }) {
  const t = useText();
  if (current?.planId === plan.id) return <Button isDisabled>{t('billing.pricing.current')}</Button>;
  if (current && plan.credits < current.creditsPerPeriod)
    return <Button isDisabled>{t('billing.pricing.downgrade')}</Button>;
  const variant = plan.recommended ? 'primary' : 'secondary';
  const label = t('billing.pricing.chooseLabel', { plan: plan.name });
  if (current && upgradeHurdle(current)) return <Button isDisabled>{t('billing.pricing.notNow')}</Button>;
  if (current)
    return (
      <UpgradeLink plan={plan} variant={variant} aria-label={label}>
        {t('billing.pricing.choose')}
      </UpgradeLink>
    );
  return (
    <AppLinkButton to="/bestellen" search={{ plan: plan.id }} variant={variant} aria-label={label}>
      {t('billing.pricing.choose')}
    </AppLinkButton>
  );
}

/** The plans as a signed-in customer can choose them, beside the subscription that runs. */
export function PlanRows({ plans, current = null }: { plans: readonly Plan[]; current?: Subscription | null }) {
  return <PlanList heading="h2" plans={plans} renderChoice={(plan) => <Choice plan={plan} current={current} />} />;
}
