import { lazy, Suspense, useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, errorCode, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { focusFirstError, FormDialog, Secret, Skeleton, TextField } from '~/ui';
import styles from '../settings.module.css';
import { CopySecret } from '../shown-secret';

const QrCode = lazy(() => import('~/ui/qr-code'));

/** Six digits, as the app shows them: in one or in two groups. */
const CODE = /^\d{3} ?\d{3}$/;

/** In groups of four, as it is read from a screen. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Shows the secret to the app, and asks for its first code. */
export function AuthenticatorSetup({
  setup,
  onEnabled,
  onClose,
}: {
  setup: Schemas['AuthenticatorSetup'];
  onEnabled(codes: string[]): void;
  onClose(): void;
}) {
  const t = useText();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const action = useAction();
  const { error, errorText, clear, run } = action;
  const isWrong = error !== null && errorCode(error) === 'code_invalid';

  async function confirm() {
    setTried(true);
    if (!CODE.test(code.trim())) return focusFirstError();
    const isDone = await run(
      () => api.confirmAuthenticator({ body: { setupId: setup.setupId, code: code.trim() } }),
      ({ codes }) => onEnabled(codes),
    );
    if (!isDone) focusFirstError();
  }

  const change = (value: string) => {
    setCode(value);
    setTried(false);
    clear();
  };
  const fieldError = isWrong
    ? errorText
    : isTried && !CODE.test(code.trim())
      ? t('settings.authenticator.codeInvalid')
      : undefined;
  return (
    <FormDialog isOpen title={t('settings.authenticator.setupTitle')} onClose={onClose}>
      <ActionForm
        action={action}
        hidesError={isWrong}
        onSubmit={confirm}
        onClose={onClose}
        submitLabel={t('settings.authenticator.confirm')}
      >
        <p className={styles.soft}>{t('settings.authenticator.scan')}</p>
        <Suspense fallback={<Skeleton shape="line" />}>
          <QrCode value={setup.uri} label={t('settings.authenticator.qr')} />
        </Suspense>
        <div>
          <p className={styles.soft}>{t('settings.authenticator.secret')}</p>
          <Secret>{grouped(setup.secret)}</Secret>
          <CopySecret text={setup.secret} />
        </div>
        <TextField
          autoFocus
          label={t('settings.authenticator.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          maxLength={20}
          onChange={change}
          error={fieldError}
        />
      </ActionForm>
    </FormDialog>
  );
}
