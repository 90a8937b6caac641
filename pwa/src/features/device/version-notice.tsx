import { closeNotice, startNewVersion } from '~/lib/app-version';
import { useIsBusy } from '~/lib/busy';
import { useText } from '~/lib/i18n';
import { useRouterState } from '~/lib/navigation';
import { Button, IconButton } from '~/ui';
import styles from './version-notice.module.css';

/** Where photos are collected and consents given nobody is interrupted; nor where an order is placed, whose page has another frame. */
const UNINTERRUPTED = ['/bestellen', '/app/profile-wizard'];

/** Says that there is a newer version, and starts it when the customer wants to; never by itself. */
export default function VersionNotice() {
  const t = useText();
  const isBusy = useIsBusy();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (isBusy || UNINTERRUPTED.includes(path)) return null;
  return (
    <div role="status" className={styles.notice} data-screen-only>
      <p className={styles.text}>
        <strong>{t('device.version.title')}</strong> {t('device.version.text')}
      </p>
      <span className={styles.acts}>
        <Button onPress={() => void startNewVersion()}>{t('device.version.start')}</Button>
        <IconButton icon="close" label={t('shell.close')} onPress={closeNotice} />
      </span>
    </div>
  );
}
