import { useState } from 'react';
import { dismissInstall, install, isInstallDismissed, useInstallWay } from '~/lib/install';
import { useText } from '~/lib/i18n';
import { Button, Notice } from '~/ui';
import styles from './keep-portraits.module.css';

/** Offers to put the app among the device's own, where that is possible and was not declined. `isAsked`: the customer looks for it. */
export default function InstallOffer({ isAsked = false }: { isAsked?: boolean }) {
  const t = useText();
  const way = useInstallWay();
  const [isDeclined, setDeclined] = useState(isInstallDismissed);
  if (!way || (isDeclined && !isAsked)) return null;
  const decline = () => {
    dismissInstall();
    setDeclined(true);
  };
  return (
    <Notice
      title={t('device.install.title')}
      action={
        <div className={styles.answers}>
          {way === 'offer' ? <Button onPress={() => void install()}>{t('device.install.do')}</Button> : null}
          {isAsked ? null : (
            <Button variant="quiet" onPress={decline}>
              {t('device.install.notNow')}
            </Button>
          )}
        </div>
      }
    >
      {t(way === 'offer' ? 'device.install.text' : 'device.install.byHand')}
    </Notice>
  );
}
