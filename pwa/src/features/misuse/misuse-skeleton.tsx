import { useText } from '~/lib/i18n';
import { Column, Skeleton, VisuallyHidden } from '~/ui';
import styles from './misuse.module.css';

/** The page while its texts are on their way. */
export function MisuseSkeleton() {
  const t = useText();
  return (
    <Column>
      <div className={styles.form} role="status">
        <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
        <Skeleton shape="heading" width="half" />
        <Skeleton shape="line" width="long" />
        <Skeleton shape="line" width="half" />
        <Skeleton shape="control" />
      </div>
    </Column>
  );
}
