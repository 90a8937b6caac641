import { useText } from '~/lib/i18n';
import { PageHeader, Skeleton } from '~/ui';
import styles from './wizard-screen.module.css';

/** The wizard while its draft is loading. */
export function WizardSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('aiProfiles.wizard.title')} lead={t('shell.loading')} />
      <div className={styles.columns} aria-busy="true">
        <div className={styles.photos}>
          {[1, 2, 3, 4, 5].map((tile) => (
            <Skeleton key={tile} shape="portrait" />
          ))}
        </div>
        <div className={styles.side}>
          <Skeleton shape="line" width="long" />
          <Skeleton shape="control" />
          <Skeleton shape="line" width="long" />
          <Skeleton shape="line" width="half" />
        </div>
      </div>
    </>
  );
}
