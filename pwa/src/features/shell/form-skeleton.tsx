import { useText } from '~/lib/i18n';
import { Column, Skeleton, VisuallyHidden } from '~/ui';
import styles from './states.module.css';

/** A form while its texts are on their way. */
export function FormSkeleton({ lines = 2 }: { lines?: 1 | 2 }) {
  const t = useText();
  return (
    <div className={styles.form} role="status">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="line" width="long" />
      {lines === 2 ? <Skeleton shape="line" width="half" /> : null}
      <Skeleton shape="control" />
    </div>
  );
}

/** A page of one column with a form, while its texts are on their way. */
export const ColumnSkeleton = (props: { lines?: 1 | 2 }) => (
  <Column>
    <FormSkeleton {...props} />
  </Column>
);
