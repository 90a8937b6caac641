import { useState } from 'react';
import { useAction } from '~/features/acts';
import { api, errorText, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useMe } from '~/lib/session';
import { Button, Notice } from '~/ui';
import styles from '../settings.module.css';
import { DeletionConfirm } from './deletion-confirm';
import { DeletionPreview } from './deletion-preview';

/** The way out in two steps: what goes and what stays, then the confirmation. */
export function DeleteAccount() {
  const t = useText();
  const me = useMe();
  const [preview, setPreview] = useState<Schemas['DeletionPreview'] | null>(null);
  const [isSure, setSure] = useState(false);
  const { isPending, error, run } = useAction('settings.deletion.previewFailed');
  const stop = () => {
    setPreview(null);
    setSure(false);
  };

  if (preview && isSure) return <DeletionConfirm email={me.email} onBack={() => setSure(false)} />;
  if (preview) return <DeletionPreview preview={preview} onContinue={() => setSure(true)} onCancel={stop} />;
  return (
    <div className={styles.ruled}>
      <p className={styles.lead}>{t('settings.deletion.lead')}</p>
      <Button
        variant="danger"
        isPending={isPending}
        onPress={() => void run(() => api.previewAccountDeletion(), setPreview)}
      >
        {t('settings.deletion.start')}
      </Button>
      {error ? (
        <div className={styles.below}>
          <Notice tone="bad" title={t('settings.deletion.previewFailed')}>
            {errorText(error)}
          </Notice>
        </div>
      ) : null}
    </div>
  );
}
