import { useState } from 'react';
import { useAction } from '~/features/acts';
import { renewPush } from '~/features/push';
import { api, errorCode } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText, type TextKey } from '~/lib/i18n';
import { dismissErrors, notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { Button, focusFirstError, Notice, PasswordField } from '~/ui';
import { SettingsForm } from '../settings-form';
import styles from '../settings.module.css';

interface Passwords {
  current: string;
  next: string;
  again: string;
}

type Errors = Partial<Record<keyof Passwords, TextKey>>;

const EMPTY: Passwords = { current: '', next: '', again: '' };

/** What the server says about one of the fields. */
const FIELD: Partial<Record<string, keyof Passwords>> = {
  password_wrong: 'current',
  same_password: 'next',
  weak_password: 'next',
  common_password: 'next',
};

/** What is wrong before anything is sent, by field. */
export function checkPasswords(input: Passwords, hasPassword: boolean): Errors {
  const errors: Errors = {};
  if (hasPassword && !input.current) errors.current = 'settings.password.currentMissing';
  if (Array.from(input.next).length < facts.account.passwordMinLength) errors.next = 'settings.password.short';
  else if (input.next !== input.again) errors.again = 'settings.password.different';
  return errors;
}

function usePasswordForm(hasPassword: boolean) {
  const t = useText();
  const router = useRouter();
  const me = useMe();
  const [input, setInput] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const { isPending, error, errorText, clear, run } = useAction();
  const refused = error ? FIELD[errorCode(error)] : undefined;

  const change = (part: Partial<Passwords>) => {
    setInput({ ...input, ...part });
    setErrors({});
    clear();
  };

  async function submit() {
    const found = checkPasswords(input, hasPassword);
    setErrors(found);
    dismissErrors();
    // As in every other form where a password is set; that the current one is missing only stands at its field.
    const said = found.next ?? found.again;
    if (said) notify({ title: t('errors.title'), text: t(said), tone: 'bad' });
    if (Object.keys(found).length > 0) return focusFirstError();
    const body = { newPassword: input.next, ...(hasPassword ? { currentPassword: input.current } : {}) };
    const isDone = await run(() => api.changePassword({ body }));
    if (!isDone) return focusFirstError();
    setInput(EMPTY);
    notify({ title: t('settings.password.changed'), tone: 'good' });
    // The session is a new one; what was said to the old one ended with it.
    renewPush(me.id);
    await router.invalidate();
  }

  const errorOf = (field: keyof Passwords) =>
    errors[field] ? t(errors[field]) : refused === field ? errorText : undefined;
  return { input, change, submit, isPending, errorOf, failure: refused ? undefined : errorText };
}

/** Changes the password; sets the first one for people who came another way. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const t = useText();
  const { email } = useMe();
  const { input, change, submit, isPending, errorOf, failure } = usePasswordForm(hasPassword);
  const reveal = { showLabel: t('acts.show'), hideLabel: t('acts.hide') };
  return (
    <div className={styles.ruled}>
      {hasPassword ? null : <p className={styles.lead}>{t('settings.password.setLead')}</p>}
      <SettingsForm onSubmit={() => void submit()}>
        {/* Password managers look for whose password it is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {hasPassword ? (
          <PasswordField
            {...reveal}
            label={t('settings.password.current')}
            autoComplete="current-password"
            value={input.current}
            onChange={(current) => change({ current })}
            error={errorOf('current')}
          />
        ) : null}
        <PasswordField
          {...reveal}
          label={t('settings.password.new')}
          autoComplete="new-password"
          description={t('settings.password.rule')}
          value={input.next}
          onChange={(next) => change({ next })}
          error={errorOf('next')}
        />
        <PasswordField
          {...reveal}
          label={t('settings.password.repeat')}
          autoComplete="new-password"
          value={input.again}
          onChange={(again) => change({ again })}
          error={errorOf('again')}
        />
        {failure ? <Notice tone="bad">{failure}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" isPending={isPending}>
            {t(hasPassword ? 'settings.password.change' : 'settings.password.set')}
          </Button>
          <p className={styles.quiet}>{t('settings.password.effect')}</p>
        </div>
      </SettingsForm>
    </div>
  );
}
