import { facts } from '~/lib/facts';
import { useState } from 'react';
import { api, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { dismissErrors, notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { Button, Form, Segmented, TextField } from '~/ui';
import type { AiProfile } from './profiles-data';
import styles from './rename-profile.module.css';

/** Changes name and gender of a profile, in its row. */
export function RenameProfile({ profile, onDone }: { profile: AiProfile; onDone(): void }) {
  const t = useText();
  const router = useRouter();
  const [name, setName] = useState(profile.name ?? '');
  const [gender, setGender] = useState(profile.gender);
  const { isPending, failure, run } = useOnce((error) => {
    const text = name.trim() ? errorText(error) : t('aiProfiles.rename.empty');
    notify({ title: t('errors.title'), text, tone: 'bad' });
    return text;
  });

  const save = () =>
    run(async () => {
      dismissErrors();
      if (!name.trim()) throw new Error('There is no name.');
      await api.updateAiProfile({ path: { id: profile.id }, body: { name: name.trim(), gender } });
      await router.invalidate();
      notify({ title: t('aiProfiles.rename.savedTitle'), text: t('aiProfiles.rename.saved'), tone: 'good' });
      onDone();
    });

  return (
    <Form className={styles.form} onSubmit={save}>
      <TextField
        autoFocus
        label={t('aiProfiles.rename.name')}
        value={name}
        maxLength={facts.profile.nameMax}
        onChange={setName}
        error={failure}
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
