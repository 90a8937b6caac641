import { useText } from '~/lib/i18n';
import { Button, Notice } from '~/ui';
import type { CameraTrouble as Trouble } from './use-camera';

/** Why there is no picture, and what to do about it. */
export function CameraTrouble({ trouble, onRetry, onClose }: { trouble: Trouble; onRetry(): void; onClose(): void }) {
  const t = useText();
  return (
    <>
      <Notice
        tone="bad"
        title={t(`aiProfiles.wizard.camera.${trouble}Title`)}
        action={<Button onPress={onRetry}>{t('shell.retry')}</Button>}
      >
        {t(`aiProfiles.wizard.camera.${trouble}`)}
      </Notice>
      <Button autoFocus onPress={onClose}>
        {t('shell.close')}
      </Button>
    </>
  );
}
