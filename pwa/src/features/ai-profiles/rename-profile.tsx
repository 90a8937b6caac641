import { facts } from '~/lib/facts';
import { useState } from 'react';
import { api, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { dismissErrors, notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Form, Segmented, TextField } from '~/ui';
import type { AiProfile } from './profiles-data';
import styles from './rename-profile.module.css';

/** Changes name and gender of a profile, in its row. */
export function RenameProfile({ profile, onDone }: { profile: AiProfile; onDone(): void }) {
  const t = useText();
  const router = useRouter();
  const [name, setName] = useState(profile.name ?? '');
  const [gender, setGender] = useState(profile.gender);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  function fail(text: string) {
    setError(text);
    notify({ title: t('errors.title'), text, tone: 'bad' });
  }

  async function save() {
    dismissErrors();
    if (!name.trim()) return fail(t('aiProfiles.rename.empty'));
    setPending(true);
    try {
      await api.updateAiProfile({ path: { id: profile.id }, body: { name: name.trim(), gender } });
      await router.invalidate();
      notify({ title: t('aiProfiles.rename.savedTitle'), text: t('aiProfiles.rename.saved'), tone: 'good' });
      onDone();
    } catch (failure) {
      fail(errorText(failure));
    } finally {
      setPending(false);
    }
  }

  return (
    <Form className={styles.form} onSubmit={save}>
      <TextField
        autoFocus
        label={t('aiProfiles.rename.name')}
        value={name}
        maxLength={facts.profile.nameMax}
        onChange={setName}
        error={error}
      />
      <Segmented
        label={t('aiProfiles.rename.gender')}
        value={gender}
        onChange={setGender}
        options={[
          { value: 'male', label: t('aiProfiles.gender.male') },
          { value: 'female', label: t('aiProfiles.gender.female') },
        ]}
      />
      <div className={styles.actions}>
        <Button type="submit" isPending={isPending}>
          {t('aiProfiles.rename.save')}
        </Button>
        <Button variant="quiet" onPress={onDone}>
          {t('shell.cancel')}
        </Button>
      </div>
    </Form>
  );
}
