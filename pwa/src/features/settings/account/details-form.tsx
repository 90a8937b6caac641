import { useState } from 'react';
import { useAction } from '~/features/acts';
import { api, BildnisError } from '~/lib/api';
import { facts } from '~/lib/facts';
import { formatDate } from '~/lib/formats';
import { useText, type TextKey } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { refreshSession, useMe } from '~/lib/session';
import { Avatar, Button, focusFirstError, Notice, TextField } from '~/ui';
import { SettingsForm } from '../settings-form';
import styles from '../settings.module.css';

/** What is wrong with a picture's address before it is sent: it is https and can be read, or it is empty. */
function pictureError(value: string): TextKey | undefined {
  if (value === '') return undefined;
  if (!/^https:\/\//i.test(value)) return 'settings.account.avatarInvalid';
  return URL.canParse(value) ? undefined : 'settings.account.avatarRefused';
}

/** What is typed and not saved yet, and what is saved where nothing was typed. */
function useDetails() {
  const me = useMe();
  const [draft, setDraft] = useState<{ name?: string; avatar?: string }>({});
  const [wrong, setWrong] = useState<TextKey | undefined>();
  const { isPending, error, errorText, clear, run } = useAction();
  const name = draft.name ?? me.displayName ?? '';
  const avatar = draft.avatar ?? me.avatarUrl ?? '';

  const change = (part: typeof draft) => {
    setDraft({ ...draft, ...part });
    if (!('avatar' in part)) return;
    setWrong(undefined);
    clear();
  };

  async function save(saved: string) {
    const body = { displayName: name.trim() || null, avatarUrl: avatar.trim() || null };
    const found = pictureError(body.avatarUrl ?? '');
    setWrong(found);
    if (found) return focusFirstError();
    await run(
      async () => {
        await api.updateMe({ body });
        await refreshSession();
      },
      () => {
        setDraft({});
        notify({ title: saved, tone: 'good', duration: 'info' });
      },
    );
  }

  // The server is stricter about hosts than a browser.
  const isRefused = error instanceof BildnisError && error.fields.some(({ path }) => path.startsWith('avatarUrl'));
  return {
    name,
    avatar,
    avatarError: wrong ?? (isRefused ? ('settings.account.avatarRefused' as const) : undefined),
    isPending,
    failure: isRefused ? undefined : errorText,
    change,
    save,
  };
}

/** Name and picture, and the address that cannot be changed. */
export function DetailsForm() {
  const t = useText();
  const me = useMe();
  const { name, avatar, avatarError, isPending, failure, change, save } = useDetails();
  return (
    <div className={styles.ruled}>
      <div className={styles.person}>
        <Avatar src={me.avatarUrl} name={me.displayName ?? me.email} />
        <div className={styles.who}>
          <p className={styles.whoName}>{me.displayName ?? me.email}</p>
          <p className={styles.quiet}>{t('settings.account.since', { date: formatDate(me.createdAt) })}</p>
        </div>
      </div>
      <SettingsForm onSubmit={() => void save(t('settings.saved'))}>
        <TextField
          label={t('settings.account.name')}
          description={t('settings.account.nameHint')}
          autoComplete="name"
          value={name}
          maxLength={facts.account.displayNameMax}
          onChange={(value) => change({ name: value })}
        />
        <TextField
          label={t('settings.account.avatar')}
          description={t('settings.account.avatarHint')}
          type="url"
          inputMode="url"
          value={avatar}
          maxLength={2000}
          onChange={(value) => change({ avatar: value })}
          error={avatarError ? t(avatarError) : undefined}
        />
        <TextField
          label={t('settings.account.email')}
          description={t('settings.account.emailFixed')}
          type="email"
          value={me.email}
          isReadOnly
        />
        {failure ? <Notice tone="bad">{failure}</Notice> : null}
        <div>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('settings.save')}
          </Button>
        </div>
      </SettingsForm>
    </div>
  );
}
