import { errorCode, errorText } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Button, Checkbox, Column, Notice, PageHeader, PasswordField, TextField } from '~/ui';
import styles from './auth-screen.module.css';
import { useAuthForm, type AuthMode } from './use-auth-form';

export type { AuthMode };

function Failure({ error }: { error: unknown }) {
  const t = useText();
  if (!error) return null;
  const action = errorCode(error) === 'email_not_confirmed' && (
    <AppLink to="/verify-email" look="strong">
      {t('accounts.verify.resend')}
    </AppLink>
  );
  return (
    <Notice tone="bad" action={action}>
      {errorText(error)}
    </Notice>
  );
}

/** Sign in or open an account; `target` is the path gone to afterwards. */
export function AuthScreen({ mode, target }: { mode: AuthMode; target: string | undefined }) {
  const t = useText();
  const { input, errors, failure, isPending, change, submit } = useAuthForm(mode, target);
  const isNew = mode === 'register';
  const error = (field: keyof typeof errors) => (errors[field] ? t(errors[field]) : undefined);
  return (
    <Column>
      <PageHeader title={t(`accounts.${mode}.title`)} lead={t(`accounts.${mode}.lead`)} />
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isNew ? (
          <TextField label={t('accounts.name')} autoComplete="name" value={input.name} maxLength={100} onChange={(name) => change({ name })} error={error('name')} isRequired />
        ) : null}
        <TextField
          label={t('accounts.email')}
          type="email"
          inputMode="email"
          autoComplete={isNew ? 'email' : 'username'}
          value={input.email}
          onChange={(email) => change({ email })}
          error={error('email')}
          isRequired
        />
        <PasswordField
          label={t('accounts.password')}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          description={isNew ? t('accounts.passwordRule') : undefined}
          value={input.password}
          onChange={(password) => change({ password })}
          error={error('password')}
          showLabel={t('accounts.show')}
          hideLabel={t('accounts.hide')}
          isRequired
        />
        {isNew ? (
          <Checkbox isSelected={input.acceptsTerms} onChange={(acceptsTerms) => change({ acceptsTerms })} error={error('acceptsTerms')}>
            {t('accounts.terms')}
          </Checkbox>
        ) : null}
        <Failure error={failure} />
        <Button type="submit" look="primary" wide isPending={isPending}>
          {isPending ? t('shell.loading') : t(`accounts.${mode}.submit`)}
        </Button>
      </form>
      <p className={styles.toggle}>
        <RichText
          text={`accounts.${mode}.toggle`}
          parts={{ go: <AppLink to="/auth" search={{ redirect: target, mode: isNew ? undefined : 'register' }} look="strong" /> }}
        />
      </p>
    </Column>
  );
}
