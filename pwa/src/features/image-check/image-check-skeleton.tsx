import { useText } from '~/lib/i18n';
import { Column, Skeleton, VisuallyHidden } from '~/ui';
import styles from './image-check.module.css';

/** The page while its texts are on their way. */
export function ImageCheckSkeleton() {
  const t = useText();
  return (
    <Column>
      <div className={styles.page} role="status">
        <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
        <Skeleton shape="heading" width="half" />
        <Skeleton shape="line" width="long" />
        <Skeleton shape="control" />
      </div>
    </Column>
  );
}
