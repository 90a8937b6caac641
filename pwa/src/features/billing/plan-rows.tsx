import { formatChf, formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { Button } from '~/ui';
import { upgradeHurdle, type Plan, type Subscription } from './billing-data';
import styles from './plan-rows.module.css';
import { UpgradeLink } from './upgrade-link';

/** «1 Training und 14 Styles oder 2 Trainings und 4 Styles» */
function exampleText(plan: Plan, t: Text): string {
  return plan.examples
    .map(({ trainings, styles: count }) => {
      const training = t('billing.pricing.training', { count: trainings });
      return count === 0 ? t('billing.pricing.upTo', { trainings: training }) : t('billing.pricing.and', { trainings: training, styles: t('billing.pricing.style', { count }) });
    })
    .reduce((first, second) => (first ? t('billing.pricing.or', { first, second }) : second), '');
}

function Choice({ plan, current }: { plan: Plan; current: Subscription | null }) {
  const t = useText();
  if (current?.planId === plan.id) return <Button isDisabled>{t('billing.pricing.current')}</Button>;
  if (current && plan.credits < current.creditsPerPeriod) return <Button isDisabled>{t('billing.pricing.downgrade')}</Button>;
  const look = plan.recommended ? 'primary' : 'secondary';
  const label = t('billing.pricing.chooseLabel', { plan: plan.name });
  if (current && upgradeHurdle(current)) return <Button isDisabled>{t('billing.pricing.notNow')}</Button>;
  if (current)
    return (
      <UpgradeLink plan={plan} look={look} aria-label={label}>
        {t('billing.pricing.choose')}
      </UpgradeLink>
    );
  return (
    <AppLinkButton to="/bestellen" search={{ plan: plan.id }} look={look} aria-label={label}>
      {t('billing.pricing.choose')}
    </AppLinkButton>
  );
}

export interface PlanRowsProps {
  plans: readonly Plan[];
  /** The visitor's running subscription. */
  current?: Subscription | null;
  /** Heading of each plan, one below the heading that stands over them. */
  heading: 'h2' | 'h3';
}

/** The plans, one under the other between hairlines. */
export function PlanRows({ plans, current = null, heading: Heading }: PlanRowsProps) {
  const t = useText();
  return (
    <ul className={styles.plans}>
      {plans.map((plan) => (
        <li key={plan.id} className={styles.plan}>
          <Heading className={styles.name}>
            {plan.name}
            {plan.recommended ? <span className={styles.recommended}>{t('billing.pricing.recommended')}</span> : null}
          </Heading>
          <p className={styles.credits}>
            {t('billing.pricing.credits', { credits: formatNumber(plan.credits) })}
            <span className={styles.examples}>{exampleText(plan, t)}</span>
          </p>
          <p className={styles.price}>
            {formatChf(plan.priceRappen)} <span className={styles.period}>{t('billing.pricing.perMonth')}</span>
          </p>
          <div className={styles.choice}>
            <Choice plan={plan} current={current} />
          </div>
        </li>
      ))}
    </ul>
  );
}
