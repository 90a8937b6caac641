import { useText } from '~/lib/i18n';
import { Skeleton, VisuallyHidden } from '~/ui';
import { AuthPage } from './auth-page';
import styles from './auth-screen.module.css';

/** Any of the screens here while its texts are on their way. */
export function AuthSkeleton() {
  const t = useText();
  return (
    <AuthPage>
      <div className={styles.form} role="status">
        <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
        <Skeleton shape="heading" width="half" />
        <Skeleton shape="line" width="long" />
        <Skeleton shape="line" width="half" />
        <Skeleton shape="control" />
      </div>
    </AuthPage>
  );
}
