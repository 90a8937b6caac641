import { useText } from '~/lib/i18n';
import { Skeleton, VisuallyHidden } from '~/ui';
import styles from './style-grid.module.css';

/** The grid while it is loading. */
export function StyleGridSkeleton({ count = 8 }: { count?: number }) {
  const t = useText();
  return (
    <div className={styles.grid} data-columns="four" role="status">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.cell}>
          <Skeleton shape="portrait" />
          <Skeleton shape="line" width="half" />
        </div>
      ))}
    </div>
  );
}
