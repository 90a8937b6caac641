import { useEffect, useState } from 'react';
import { answerKeep, keepAnswer } from '~/lib/device';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useMe } from '~/lib/session';
import { Switch } from '~/ui';
import styles from './device-part.module.css';
import InstallOffer from './install-offer';

/** What is kept on this device, and whether the app is among the device's own. */
export function DevicePart() {
  const t = useText();
  const me = useMe();
  const [keeps, setKeeps] = useState<boolean | null>(null);
  useEffect(() => {
    keepAnswer().then(
      (answer) => setKeeps(answer ?? false),
      () => setKeeps(null),
    );
  }, []);

  async function choose(keep: boolean) {
    setKeeps(keep);
    await answerKeep(me.id, keep);
    notify({ title: t(keep ? 'device.part.on' : 'device.part.off'), tone: 'good', duration: 'info' });
  }

  return (
    <div className={styles.part}>
      {keeps === null ? (
        <p>{t('device.part.impossible')}</p>
      ) : (
        <Switch isSelected={keeps} onChange={(keep) => void choose(keep)} description={t('device.part.hint')}>
          {t('device.part.keep')}
        </Switch>
      )}
      <InstallOffer isAsked />
    </div>
  );
}
