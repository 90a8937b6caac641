import { useState } from 'react';
import { api, errorCode } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { PageHeader } from '~/ui';
import { AuthForm } from './auth-form';
import type { AuthFormProps } from './auth-screen';
import styles from './auth-screen.module.css';
import { leadOf } from './chosen-order';
import { Failure } from './failure';
import { EmailField, PasswordField } from './fields';
import { OtherWays } from './other-ways';
import { keepPendingEmail } from './pending-email';
import { SecondFactorForm } from './second-factor-form';
import { useEnter } from './use-enter';
import { useForm } from './use-form';
import { checkSignIn, type SignInInput } from './validation';

/** Signs in with address and password, and with a second factor where the account has one. */
export function SignInForm({ target, email, onEmail, google, chosen }: AuthFormProps) {
  const enter = useEnter(target);
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm<SignInInput>({
    initial: { email, password: '' },
    check: checkSignIn,
    act: async (input) =>
      enter(
        (await api.login({ body: { email: input.email.trim(), password: input.password, session: 'cookie' } })).user,
      ),
    refused: { email: ['email', 'accounts.error.emailInvalid'] },
    onFailure: (error, input) => {
      const code = errorCode(error);
      if (code === 'email_not_confirmed') keepPendingEmail(input.email.trim(), true);
      if (code === 'second_factor_required') setNeedsCode(true);
      return code === 'second_factor_required';
    },
  });
  if (needsCode) {
    const backWith = (error: unknown) => {
      setNeedsCode(false);
      if (error) form.fail(error);
    };
    return <SecondFactorForm credentials={form.input} onBack={backWith} onSignedIn={enter} />;
  }
  return <Credentials form={form} onEmail={onEmail} target={target} google={google} chosen={chosen} />;
}

interface CredentialsProps extends Pick<AuthFormProps, 'target' | 'onEmail' | 'google' | 'chosen'> {
  form: ReturnType<typeof useForm<SignInInput>>;
}

function Credentials({ form, target, onEmail, google, chosen }: CredentialsProps) {
  const t = useText();
  const { input, errors, change, field } = form;
  const changeEmail = (value: string) => {
    change({ email: value });
    onEmail(value);
  };
  return (
    <>
      <PageHeader title={t('accounts.signIn.title')} lead={leadOf(chosen, t('accounts.signIn.lead'), t)} />
      <AuthForm submitLabel={t('accounts.signIn.submit')} isPending={form.isPending} onSubmit={form.submit}>
        <EmailField fills="username" value={input.email} onChange={changeEmail} error={errors.email} />
        <div>
          <PasswordField label={t('accounts.password')} {...field('password')} />
          <AppLink to="/auth" search={{ redirect: target, mode: 'forgot' }} className={styles.aside}>
            {t('accounts.signIn.forgot')}
          </AppLink>
        </div>
        <Failure error={form.failure} target={target} />
      </AuthForm>
      <OtherWays google={google} target={target} acceptsTerms={false} />
      <p className={styles.toggle}>
        <RichText
          text="accounts.signIn.toggle"
          parts={{ go: <AppLink to="/auth" search={{ redirect: target, mode: 'register' }} variant="strong" /> }}
        />
      </p>
    </>
  );
}
