import { useText } from '~/lib/i18n';
import { PageHeader, Skeleton } from '~/ui';
import styles from './pricing-screen.module.css';

/** The plans while they are loading. */
export function PricingSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('billing.pricing.title')} lead={t('billing.pricing.lead')} />
      <div aria-busy="true" className={styles.skeleton}>
        {[1, 2, 3].map((plan) => (
          <div key={plan} className={styles.row}>
            <Skeleton shape="heading" width="short" />
            <Skeleton shape="line" width="half" />
          </div>
        ))}
      </div>
    </>
  );
}
