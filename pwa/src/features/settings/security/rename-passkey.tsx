import { useState } from 'react';
import { useAction } from '~/features/acts';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, TextField } from '~/ui';
import { SettingsForm } from '../settings-form';
import styles from '../settings.module.css';
import { PASSKEY_NAME_MAX } from './add-passkey';
import type { Passkey } from './passkeys';

/** Gives a passkey another name, in its row. */
export function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone(): void }) {
  const t = useText();
  const router = useRouter();
  const [name, setName] = useState(passkey.name);
  const [isMissing, setMissing] = useState(false);
  const { isPending, errorText, run } = useAction();

  async function save() {
    setMissing(!name.trim());
    if (
      !name.trim() ||
      !(await run(() => api.renamePasskey({ path: { id: passkey.id }, body: { name: name.trim() } })))
    )
      return;
    await router.invalidate();
    notify({ title: t('settings.saved'), tone: 'good', duration: 'info' });
    onDone();
  }

  return (
    <SettingsForm onSubmit={() => void save()}>
      <TextField
        autoFocus
        label={t('settings.passkeys.name')}
        value={name}
        maxLength={PASSKEY_NAME_MAX}
        onChange={setName}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        error={isMissing && !name.trim() ? t('settings.passkeys.nameMissing') : errorText}
      />
      <div className={styles.actions}>
        <Button type="submit" isPending={isPending}>
          {t('settings.save')}
        </Button>
        <Button variant="quiet" onPress={onDone}>
          {t('shell.cancel')}
        </Button>
      </div>
    </SettingsForm>
  );
}
