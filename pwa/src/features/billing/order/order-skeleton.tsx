import { useText } from '~/lib/i18n';
import { PageHeader, Skeleton } from '~/ui';
import styles from './order-screen.module.css';

/** The order page while it is loading. */
export function OrderSkeleton() {
  const t = useText();
  return (
    <div className={styles.screen} aria-busy="true">
      <PageHeader title={t('billing.order.title')} lead={t('billing.order.lead')} />
      <div className={styles.lines}>
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <Skeleton key={line} shape="line" width={line % 2 === 0 ? 'half' : 'long'} />
        ))}
      </div>
      <div className={styles.total}>
        <Skeleton shape="heading" width="half" />
      </div>
      <div className={styles.boxes}>
        {[1, 2, 3].map((box) => (
          <Skeleton key={box} shape="line" width="long" />
        ))}
        <Skeleton shape="control" />
      </div>
    </div>
  );
}
