import { useText } from '~/lib/i18n';
import { Skeleton, VisuallyHidden } from '~/ui';
import styles from './generation-screen.module.css';

/** One run while it is loading. */
export function GenerationSkeleton() {
  const t = useText();
  return (
    <div role="status" className={styles.skeleton}>
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="line" width="half" />
      <div className={styles.pictures}>
        {[1, 2, 3, 4, 5].map((portrait) => (
          <Skeleton key={portrait} shape="portrait" />
        ))}
      </div>
    </div>
  );
}
