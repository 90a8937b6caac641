import { PartError } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { PageHeader } from '~/ui';
import { standing, type Plan, type Subscription } from './billing-data';
import { PlanRows } from './plan-rows';
import styles from './pricing-screen.module.css';

export interface PricingData {
  plans: Loaded<Plan[]>;
  subscription: Subscription | null;
}

/** The plans, and what a credit is good for. */
export function PricingScreen({ plans, subscription }: PricingData) {
  const t = useText();
  const current = subscription && standing(subscription) !== 'inactive' ? subscription : null;
  return (
    <>
      <PageHeader title={t('billing.pricing.title')} lead={t('billing.pricing.lead')} />
      {plans.ok ? <PlanRows heading="h2" plans={plans.value} current={current} /> : <PartError title={t('billing.pricing.failed')} error={plans.error} />}
      <p className={styles.note}>{t('billing.pricing.what')}</p>
    </>
  );
}
