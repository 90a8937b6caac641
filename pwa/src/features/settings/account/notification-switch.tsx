import { useState } from 'react';
import { useAction } from '~/features/acts';
import { PushSwitch } from '~/features/push';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { refreshSession, useMe } from '~/lib/session';
import { Notice, Switch } from '~/ui';
import styles from '../settings.module.css';

/** Whether finished work is told by mail, and by push on this device; saved at once. */
export function NotificationSwitch() {
  const t = useText();
  const me = useMe();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { errorText, isPending, run } = useAction();

  async function save(notifyByEmail: boolean) {
    if (isPending) return;
    setWanted(notifyByEmail);
    await run(
      async () => {
        await api.updateMe({ body: { notifyByEmail } });
        await refreshSession();
      },
      () => notify({ title: t('settings.saved'), tone: 'good', duration: 'info' }),
    );
    // From here on the server's word holds, also where it refused.
    setWanted(null);
  }

  return (
    <div className={styles.switches}>
      <Switch
        isSelected={wanted ?? me.notifyByEmail}
        onChange={(isOn) => void save(isOn)}
        description={t('settings.account.notifyHint')}
      >
        {t('settings.account.notifyByEmail')}
      </Switch>
      {errorText ? <Notice tone="bad">{errorText}</Notice> : null}
      <PushSwitch />
    </div>
  );
}
