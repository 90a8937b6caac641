import { useState } from 'react';
import { api, errorCode } from '~/lib/api';
import { useText } from '~/lib/i18n';
import type { Me } from '~/lib/session';
import { Button, PageHeader, TextField } from '~/ui';
import { AuthForm } from './auth-form';
import styles from './auth-screen.module.css';
import { Failure } from './failure';
import { useForm } from './use-form';
import { checkCode, type SecondFactorInput, type SignInInput } from './validation';

interface SecondFactorProps {
  credentials: SignInInput;
  /** Goes back to address and password, with what was wrong with them. */
  onBack: (error?: unknown) => void;
  onSignedIn: (me: Me) => void;
}

/** The second step of signing in: the code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ credentials, onBack, onSignedIn }: SecondFactorProps) {
  const t = useText();
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm<SecondFactorInput>({
    initial: { code: '' },
    check: checkCode,
    act: async ({ code }) => {
      const { user } = await api.login({
        body: {
          email: credentials.email.trim(),
          password: credentials.password,
          secondFactor: code.trim(),
          session: 'cookie',
        },
      });
      onSignedIn(user);
    },
    fieldOf: { code_invalid: 'code', second_factor_required: 'code' },
    refused: { secondFactor: ['code', 'errors.code_invalid'] },
    onFailure: (error) => {
      const isAboutTheFirstStep = ['invalid_credentials', 'account_blocked', 'email_not_confirmed'].includes(
        errorCode(error),
      );
      if (isAboutTheFirstStep) onBack(error);
      return isAboutTheFirstStep;
    },
  });
  const swap = () => {
    setRecovery(!isRecovery);
    form.change({ code: '' });
  };
  return (
    <>
      <PageHeader
        title={t('accounts.factor.title')}
        lead={t(isRecovery ? 'accounts.factor.recoveryLead' : 'accounts.factor.lead')}
      />
      <AuthForm submitLabel={t('accounts.factor.submit')} isPending={form.isPending} onSubmit={form.submit}>
        <CodeField key={String(isRecovery)} isRecovery={isRecovery} {...form.field('code')} />
        <Failure error={form.failure} />
      </AuthForm>
      <div className={styles.actions}>
        <Button variant="quiet" onPress={swap}>
          {t(isRecovery ? 'accounts.factor.useApp' : 'accounts.factor.useRecovery')}
        </Button>
        <Button variant="quiet" onPress={() => onBack()}>
          {t('accounts.factor.back')}
        </Button>
      </div>
    </>
  );
}

interface CodeFieldProps {
  isRecovery: boolean;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Takes the focus when it appears; a recovery code has letters, so its keyboard is the whole one. */
function CodeField({ isRecovery, ...props }: CodeFieldProps) {
  const t = useText();
  return (
    <TextField
      {...props}
      label={t(isRecovery ? 'accounts.factor.recovery' : 'accounts.factor.code')}
      name="code"
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCorrect="off"
      spellCheck="false"
      maxLength={20}
      autoFocus
      isRequired
    />
  );
}
