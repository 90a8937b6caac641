import { api, errorCode } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { Button, PageHeader, TextField } from '~/ui';
import { AuthForm } from './auth-form';
import styles from './auth-screen.module.css';
import { Failure } from './failure';
import { NameField, PasswordField, TermsBox } from './fields';
import type { GoogleResult } from './google-exchange';
import { useEnter } from './use-enter';
import { useForm } from './use-form';
import { present } from './validation';

interface MoreInput {
  name: string;
  acceptsTerms: boolean;
  password: string;
  code: string;
}

interface MoreProps {
  result: GoogleResult;
  onLeave: () => void;
  /** The exchange as a whole has come to nothing, for instance because it took too long. */
  onRefused: (error: unknown) => void;
}

/** What this person still has to give. A new account without a name from Google asks for one. */
function needsOf({ needs, displayName }: GoogleResult) {
  const isNew = needs.includes('terms');
  return { isNew, name: isNew && !displayName, password: needs.includes('password'), code: needs.includes('code') };
}

function useMoreForm({ result, onRefused }: MoreProps) {
  const needs = needsOf(result);
  const enter = useEnter(result.redirect ?? undefined);
  return useForm<MoreInput>({
    initial: { name: '', acceptsTerms: false, password: '', code: '' },
    check: (input) =>
      present({
        name: needs.name && !input.name.trim() ? 'accounts.error.nameMissing' : undefined,
        password: needs.password && !input.password ? 'accounts.error.passwordMissing' : undefined,
        code: needs.code && !input.code.trim() ? 'accounts.error.codeMissing' : undefined,
        acceptsTerms: needs.isNew && !input.acceptsTerms ? 'accounts.error.terms' : undefined,
      }),
    act: async ({ name, acceptsTerms, password, code }) => {
      const given = {
        acceptTerms: acceptsTerms || undefined,
        displayName: name.trim() || undefined,
        password: password || undefined,
        code: code.trim() || undefined,
      };
      enter((await api.completeGoogle({ body: { ticket: result.ticket ?? '', ...given, session: 'cookie' } })).user);
    },
    fieldOf: { password_wrong: 'password', invalid_credentials: 'password', code_invalid: 'code' },
    refused: { displayName: ['name', 'accounts.error.nameMissing'], code: ['code', 'errors.code_invalid'] },
    onFailure: (error) => {
      const isOver = ['google_failed', 'google_already_linked', 'account_blocked'].includes(errorCode(error));
      if (isOver) onRefused(error);
      return isOver;
    },
  });
}

/** A short form for exactly what is missing after Google has answered. */
export function GoogleMoreForm(props: MoreProps) {
  const t = useText();
  const needs = needsOf(props.result);
  const { failure, isPending, field, submit } = useMoreForm(props);
  const lead = (
    <RichText
      text={needs.isNew ? 'accounts.google.newLead' : 'accounts.google.knownLead'}
      values={{ email: props.result.email ?? '' }}
      parts={{ strong: <strong /> }}
    />
  );
  return (
    <>
      <PageHeader title={t('accounts.google.moreTitle')} lead={lead} />
      <AuthForm
        submitLabel={t(needs.isNew ? 'accounts.google.create' : 'accounts.google.submit')}
        isPending={isPending}
        onSubmit={submit}
      >
        {needs.name ? <NameField {...field('name')} /> : null}
        {needs.password ? (
          <div className={styles.explained}>
            <p>{t('accounts.google.passwordWhy')}</p>
            <PasswordField label={t('accounts.password')} {...field('password')} />
          </div>
        ) : null}
        {needs.code ? <CodePart {...field('code')} /> : null}
        {needs.isNew ? <TermsBox {...field('acceptsTerms')} /> : null}
        <Failure error={failure} />
      </AuthForm>
      <p className={styles.toggle}>
        <Button variant="quiet" onPress={props.onLeave}>
          {t('accounts.google.cancel')}
        </Button>
      </p>
    </>
  );
}

function CodePart(props: { value: string; onChange: (value: string) => void; error: string | undefined }) {
  const t = useText();
  return (
    <div className={styles.explained}>
      <p>{t('accounts.google.codeWhy')}</p>
      <TextField
        {...props}
        label={t('accounts.google.code')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        isRequired
      />
    </div>
  );
}
