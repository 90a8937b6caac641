import { useState } from 'react';
import { useAction } from '~/features/acts';
import { api } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { Button, focusFirstError, Notice, TextField } from '~/ui';
import { SettingsForm } from '../settings-form';
import styles from '../settings.module.css';
import { DeletionStep } from './deletion-step';
import { useLeave } from './use-leave';

/** Whether somebody has typed their own address; capitals do not matter. */
export const isSameAddress = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();

/** The second step: the address, typed again, then a proof of identity, and the account is gone. */
export function DeletionConfirm({ email, onBack }: { email: string; onBack(): void }) {
  const t = useText();
  const leave = useLeave();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const { isPending, errorText, run } = useAction('settings.deletion.failed');
  const isRight = isSameAddress(typed, email);

  async function remove() {
    setTried(true);
    if (!isRight) return focusFirstError();
    await run(() => api.deleteAccount({ body: { confirmEmail: typed.trim() } }), leave);
  }

  return (
    <DeletionStep title={t('settings.deletion.stepTwo')}>
      <p className={styles.soft}>
        <RichText text="settings.deletion.confirmText" values={{ email }} parts={{ strong: <strong /> }} />
      </p>
      <SettingsForm onSubmit={() => void remove()}>
        <TextField
          label={t('settings.deletion.email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={isTried && !isRight ? t('settings.deletion.emailWrong') : undefined}
        />
        {errorText ? (
          <Notice tone="bad" title={t('settings.deletion.failed')}>
            {errorText}
          </Notice>
        ) : null}
        <div className={styles.actions}>
          <Button isDisabled={isPending} onPress={onBack}>
            {t('shell.back')}
          </Button>
          <Button type="submit" variant="danger" isPending={isPending}>
            {t('settings.deletion.final')}
          </Button>
        </div>
      </SettingsForm>
    </DeletionStep>
  );
}
