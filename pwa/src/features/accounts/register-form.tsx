import { api } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { AppLink, useNavigate } from '~/lib/navigation';
import { PageHeader } from '~/ui';
import { AuthForm } from './auth-form';
import type { AuthFormProps } from './auth-screen';
import styles from './auth-screen.module.css';
import { leadOf } from './chosen-order';
import { Failure } from './failure';
import { EmailField, NameField, PasswordField, TermsBox } from './fields';
import { OtherWays } from './other-ways';
import { keepPendingEmail } from './pending-email';
import { useForm } from './use-form';
import { checkRegistration, type RegisterInput } from './validation';

function useRegistration(email: string, target: string | undefined) {
  const navigate = useNavigate();
  return useForm<RegisterInput>({
    initial: { name: '', email, password: '', acceptsTerms: false },
    check: checkRegistration,
    act: async (input) => {
      const answer = await api.register({
        body: {
          email: input.email.trim(),
          password: input.password,
          displayName: input.name.trim(),
          acceptTerms: true,
          redirect: target,
        },
      });
      keepPendingEmail(answer.email, true);
      await navigate({ to: '/verify-email', search: { redirect: target } });
    },
    fieldOf: { email_taken: 'email', weak_password: 'password', common_password: 'password' },
    refused: {
      email: ['email', 'accounts.error.emailInvalid'],
      displayName: ['name', 'accounts.error.nameMissing'],
      password: ['password', 'accounts.error.passwordLong'],
    },
  });
}

/** Opens an account. */
export function RegisterForm({ target, email, onEmail, google, chosen }: AuthFormProps) {
  const t = useText();
  const { input, errors, failure, isPending, change, field, submit } = useRegistration(email, target);
  const changeEmail = (value: string) => {
    change({ email: value });
    onEmail(value);
  };
  return (
    <>
      <PageHeader title={t('accounts.register.title')} lead={leadOf(chosen, t('accounts.register.lead'), t)} />
      <AuthForm submitLabel={t('accounts.register.submit')} isPending={isPending} onSubmit={submit}>
        <NameField {...field('name')} />
        <EmailField fills="email" value={input.email} onChange={changeEmail} error={errors.email} />
        <PasswordField label={t('accounts.password')} isNew {...field('password')} />
        <TermsBox {...field('acceptsTerms')} />
        <Failure error={failure} />
      </AuthForm>
      <OtherWays google={google} target={target} acceptsTerms={input.acceptsTerms} />
      <p className={styles.toggle}>
        <RichText
          text="accounts.register.toggle"
          parts={{ go: <AppLink to="/auth" search={{ redirect: target }} variant="strong" /> }}
        />
      </p>
    </>
  );
}
