import { useText } from '~/lib/i18n';
import { Skeleton, VisuallyHidden } from '~/ui';
import styles from './design-screen.module.css';

/** The page while its texts are on their way. */
export function DesignSkeleton() {
  const t = useText();
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="line" width="long" />
      <Skeleton shape="line" width="half" />
    </div>
  );
}
