import { useIsOnline } from '~/lib/api';
import { useText } from '~/lib/i18n';
import styles from './offline-line.module.css';

/** Says at the top of the screen that there is no network. */
export function OfflineLine() {
  const t = useText();
  const isOnline = useIsOnline();
  return (
    <p role="status" className={isOnline ? undefined : styles.line}>
      {isOnline ? null : t('shell.offline')}
    </p>
  );
}
