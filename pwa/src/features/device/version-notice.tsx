import { startNewVersion, useVersionState } from '~/lib/app-version';
import { useIsBusy } from '~/lib/busy';
import { useText } from '~/lib/i18n';
import { useRouterState } from '~/lib/navigation';
import { Button } from '~/ui';
import styles from './version-notice.module.css';

/** Nobody is interrupted between an order and its payment. */
const UNINTERRUPTED = ['/bestellen'];

/** Says that there is a newer version, and starts it when the customer wants to; never by itself. */
export function VersionNotice() {
  const t = useText();
  const state = useVersionState();
  const isBusy = useIsBusy();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (state === 'current' || isBusy || UNINTERRUPTED.includes(path)) return null;
  return (
    <div role="status" className={styles.notice}>
      <p className={styles.text}>
        <strong>{t('device.version.title')}</strong> {t('device.version.text')}
      </p>
      <Button look="primary" onPress={startNewVersion}>
        {t('device.version.start')}
      </Button>
    </div>
  );
}
