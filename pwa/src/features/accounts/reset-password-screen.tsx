import { useEffect, useEffectEvent, useState } from 'react';
import { api, errorCode } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate, useRouter } from '~/lib/navigation';
import { announceSession, ensureSession, forgetSession, refreshSession } from '~/lib/session';
import { Button, Checkbox, PageHeader, ProgressBar } from '~/ui';
import { AuthPage } from './auth-page';
import { AuthForm } from './auth-form';
import styles from './auth-screen.module.css';
import { Broken } from './broken';
import { Failure } from './failure';
import { PasswordField } from './fields';
import { forgetLinkToken, keepRefusedReset, linkToken } from '~/lib/link-token';
import { useForm } from './use-form';
import { checkNewPassword, type NewPasswordInput } from './validation';

/** Says that the link is none, or none any more, and goes to /auth, where the page says so as well and sends a new one. */
function useInvalidLink(): () => Promise<void> {
  const t = useText();
  const navigate = useNavigate();
  return async () => {
    forgetLinkToken('reset');
    const me = await ensureSession().catch(() => null);
    notify({ title: t('accounts.reset.invalidTitle'), text: t('accounts.reset.invalidText'), tone: 'bad' });
    // A user who is signed in is led on to /app, where nothing speaks of links.
    if (!me) keepRefusedReset();
    await navigate({ to: '/auth', search: { mode: 'forgot' }, replace: true });
  };
}

const isInvalid = (error: unknown): boolean => ['token_invalid', 'validation'].includes(errorCode(error));

/** What is known of a link: of one that sets a password how many keys its account has, of another why not. */
async function checked(token: string | null): Promise<{ apiKeys: number } | { failure: unknown }> {
  try {
    // Without a token there is nothing to ask; the empty one is refused like any other.
    return await api.checkPasswordReset({ body: { token: token ?? '' } });
  } catch (failure) {
    return { failure };
  }
}

/** Where the link of the mail leads: sets a new password. */
export function ResetPasswordScreen() {
  const t = useText();
  const [token] = useState(() => linkToken('reset'));
  const [state, setState] = useState<'checking' | { apiKeys: number } | { failure: unknown }>('checking');
  const refuse = useInvalidLink();
  const show = useEffectEvent((found: { apiKeys: number } | { failure: unknown }) => {
    if ('failure' in found && isInvalid(found.failure)) void refuse();
    else setState(found);
  });
  useEffect(() => {
    if (state !== 'checking') return;
    let isCurrent = true;
    void checked(token).then((found) => isCurrent && show(found));
    return () => {
      isCurrent = false;
    };
  }, [state, token]);

  if (token && state !== 'checking' && 'apiKeys' in state)
    return <NewPasswordForm token={token} apiKeys={state.apiKeys} onInvalid={refuse} />;
  const again = (
    <Button variant="primary" onPress={() => setState('checking')}>
      {t('shell.retry')}
    </Button>
  );
  return (
    <AuthPage>
      {state !== 'checking' && 'failure' in state ? (
        <Broken title={t('shell.broken.title')} error={state.failure} actions={again} />
      ) : (
        <Checking />
      )}
    </AuthPage>
  );
}

function Checking() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('accounts.reset.title')} lead={t('accounts.reset.checking')} />
      <ProgressBar label={t('accounts.reset.checking')} />
    </>
  );
}

function useNewPassword(token: string, onInvalid: () => Promise<void>) {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  return useForm<NewPasswordInput & { revokesKeys: boolean }>({
    initial: { password: '', repeated: '', revokesKeys: true },
    check: checkNewPassword,
    act: async ({ password, revokesKeys }) => {
      await api.resetPassword({ body: { token, newPassword: password, revokeApiKeys: revokesKeys } });
      forgetLinkToken('reset');
      // Every session of the account has ended, perhaps also the one of this browser.
      forgetSession();
      await refreshSession().catch(() => null);
      announceSession();
      notify({ title: t('accounts.reset.doneTitle'), text: t('accounts.reset.doneText'), tone: 'good' });
      await navigate({ to: '/auth', replace: true });
      router.clearCache();
    },
    fieldOf: { weak_password: 'password', common_password: 'password' },
    refused: { newPassword: ['password', 'accounts.error.passwordLong'] },
    onFailure: (error) => {
      const isOver = errorCode(error) === 'token_invalid';
      if (isOver) void onInvalid();
      return isOver;
    },
  });
}

function NewPasswordForm({
  token,
  apiKeys,
  onInvalid,
}: {
  token: string;
  apiKeys: number;
  onInvalid: () => Promise<void>;
}) {
  const t = useText();
  const { input, failure, isPending, change, field, submit } = useNewPassword(token, onInvalid);
  return (
    <AuthPage>
      <PageHeader title={t('accounts.reset.title')} lead={t('accounts.reset.lead')} />
      <AuthForm submitLabel={t('accounts.reset.submit')} isPending={isPending} onSubmit={submit}>
        <PasswordField label={t('accounts.reset.password')} isNew {...field('password')} />
        <PasswordField
          label={t('accounts.reset.repeated')}
          name="repeated"
          isNew
          hasRule={false}
          {...field('repeated')}
        />
        {apiKeys > 0 ? (
          <div className={styles.explained}>
            <Checkbox isSelected={input.revokesKeys} onChange={(revokesKeys) => change({ revokesKeys })}>
              {t('accounts.reset.revokeKeys')}
            </Checkbox>
            <p>{t('accounts.reset.revokeKeysWhy', { count: apiKeys })}</p>
          </div>
        ) : null}
        <Failure error={failure} />
      </AuthForm>
    </AuthPage>
  );
}
