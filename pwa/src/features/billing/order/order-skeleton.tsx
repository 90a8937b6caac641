import { useText } from '~/lib/i18n';
import { PageHeader, Skeleton } from '~/ui';
import styles from './order-screen.module.css';

/** The order page while it is loading. */
export function OrderSkeleton() {
  const t = useText();
  return (
    <div className={styles.screen} aria-busy="true">
      <PageHeader title={t('billing.order.title')} lead={t('billing.order.lead')} />
      <Skeleton shape="line" width="long" />
      <Skeleton shape="line" width="long" />
      <Skeleton shape="line" width="long" />
      <Skeleton shape="heading" width="half" />
    </div>
  );
}
