import { useText } from '~/lib/i18n';
import { Skeleton, VisuallyHidden } from '~/ui';
import styles from './generation-screen.module.css';

/** One run while it is loading. */
export function GenerationSkeleton() {
  const t = useText();
  return (
    <div role="status">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      <div className={styles.waiting}>
        <Skeleton shape="line" width="short" />
        <Skeleton shape="heading" width="half" />
        <Skeleton shape="line" width="half" />
      </div>
      <div className={styles.tools}>
        <Skeleton shape="control" />
      </div>
      <div className={styles.pictures}>
        {[1, 2, 3, 4, 5].map((portrait) => (
          <Skeleton key={portrait} shape="portrait" />
        ))}
      </div>
    </div>
  );
}
