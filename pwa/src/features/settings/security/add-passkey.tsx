import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { FormDialog, TextField } from '~/ui';
import { addPasskey } from './passkey-ceremony';
import styles from '../settings.module.css';

/** What the server takes as a name, in characters. */
export const PASSKEY_NAME_MAX = 60;

/** Names a new passkey and has the device create it. */
export function AddPasskey({ suggestion, onClose }: { suggestion: string; onClose(): void }) {
  const t = useText();
  const router = useRouter();
  const [name, setName] = useState(suggestion.slice(0, PASSKEY_NAME_MAX));
  const [isMissing, setMissing] = useState(false);
  const action = useAction();

  async function create() {
    setMissing(!name.trim());
    if (!name.trim()) return;
    const isDone = await action.run(async () => addPasskey(await api.beginPasskeyRegistration(), name.trim()));
    if (!isDone) return;
    notify({ title: t('settings.passkeys.added'), tone: 'good' });
    onClose();
    await router.invalidate();
  }

  return (
    <FormDialog isOpen title={t('settings.passkeys.addTitle')} onClose={onClose}>
      <ActionForm action={action} onSubmit={create} onClose={onClose} submitLabel={t('settings.passkeys.create')}>
        <p className={styles.soft}>{t('settings.passkeys.addText')}</p>
        <TextField
          autoFocus
          label={t('settings.passkeys.name')}
          description={t('settings.passkeys.nameHint')}
          value={name}
          maxLength={PASSKEY_NAME_MAX}
          onChange={setName}
          error={isMissing && !name.trim() ? t('settings.passkeys.nameMissing') : undefined}
        />
      </ActionForm>
    </FormDialog>
  );
}
