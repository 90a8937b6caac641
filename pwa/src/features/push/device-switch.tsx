import { useText } from '~/lib/i18n';
import { Notice, Switch } from '~/ui';
import { useDevicePush } from './use-device-push';

/** Push on this device, switched at once; where it cannot be, how it could. */
export default function DeviceSwitch() {
  const t = useText();
  const { state, isPending, change } = useDevicePush();
  if (state === 'unknown') return null;
  if (state === 'install-first') return <Notice title={t('push.installTitle')}>{t('push.install')}</Notice>;
  if (state === 'blocked') return <Notice title={t('push.blockedTitle')}>{t('push.blocked')}</Notice>;
  return (
    <Switch
      isSelected={state === 'on'}
      isReadOnly={isPending}
      onChange={(isOn) => void change(isOn)}
      description={t('push.switchHint')}
    >
      {t('push.switch')}
    </Switch>
  );
}
