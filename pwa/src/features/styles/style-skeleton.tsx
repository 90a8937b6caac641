import { useText } from '~/lib/i18n';
import { Skeleton, VisuallyHidden } from '~/ui';
import styles from './style-screen.module.css';

/** One style while it is loading. */
export function StyleSkeleton() {
  const t = useText();
  return (
    <div className={styles.screen} role="status">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      <div className={styles.preview}>
        <Skeleton shape="portrait" />
      </div>
      <div className={styles.side}>
        <Skeleton shape="heading" width="long" />
        <Skeleton shape="line" width="long" />
        <Skeleton shape="line" width="half" />
        <Skeleton shape="control" />
      </div>
    </div>
  );
}
