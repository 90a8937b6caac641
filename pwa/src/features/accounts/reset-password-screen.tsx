import { useEffect, useEffectEvent, useState } from 'react';
import { api, errorCode } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate, useRouter } from '~/lib/navigation';
import { announceSession, ensureSession, forgetSession, refreshSession } from '~/lib/session';
import { Button, PageHeader, ProgressBar } from '~/ui';
import { AuthPage } from './auth-page';
import { AuthForm } from './auth-form';
import { Broken } from './broken';
import { Failure } from './failure';
import { PasswordField } from './fields';
import { forgetLinkToken, keepRefusedReset, linkToken } from './link-token';
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
    // Whoever is signed in is led on to /app, where nothing speaks of links.
    if (!me) keepRefusedReset();
    await navigate({ to: '/auth', search: { mode: 'forgot' }, replace: true });
  };
}

const isInvalid = (error: unknown): boolean => ['token_invalid', 'validation'].includes(errorCode(error));

/** Why a link does not set a password; null for one that does. */
async function failureOf(token: string | null): Promise<unknown> {
  try {
    // Without a token there is nothing to ask; the empty one is refused like any other.
    await api.checkPasswordReset({ body: { token: token ?? '' } });
    return null;
  } catch (error) {
    return error;
  }
}

/** Where the link of the mail leads: sets a new password. */
export function ResetPasswordScreen() {
  const t = useText();
  const [token] = useState(() => linkToken('reset'));
  const [state, setState] = useState<'checking' | 'good' | { failure: unknown }>('checking');
  const refuse = useInvalidLink();
  const show = useEffectEvent((failure: unknown) => {
    if (failure && isInvalid(failure)) void refuse();
    else setState(failure ? { failure } : 'good');
  });
  useEffect(() => {
    if (state !== 'checking') return;
    let isCurrent = true;
    failureOf(token).then((failure) => isCurrent && show(failure));
    return () => {
      isCurrent = false;
    };
  }, [state, token]);

  if (state === 'good' && token) return <NewPasswordForm token={token} onInvalid={refuse} />;
  const again = (
    <Button look="primary" onPress={() => setState('checking')}>
      {t('shell.retry')}
    </Button>
  );
  return <AuthPage>{typeof state === 'object' ? <Broken title={t('shell.broken.title')} error={state.failure} actions={again} /> : <Checking />}</AuthPage>;
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
  return useForm<NewPasswordInput>({
    initial: { password: '', repeated: '' },
    check: checkNewPassword,
    act: async ({ password }) => {
      await api.resetPassword({ body: { token, newPassword: password } });
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

function NewPasswordForm({ token, onInvalid }: { token: string; onInvalid: () => Promise<void> }) {
  const t = useText();
  const { input, errors, failure, isPending, change, submit } = useNewPassword(token, onInvalid);
  return (
    <AuthPage>
      <PageHeader title={t('accounts.reset.title')} lead={t('accounts.reset.lead')} />
      <AuthForm submitLabel={t('accounts.reset.submit')} isPending={isPending} onSubmit={submit}>
        <PasswordField label={t('accounts.reset.password')} isNew value={input.password} onChange={(password) => change({ password })} error={errors.password} />
        <PasswordField
          label={t('accounts.reset.repeated')}
          name="repeated"
          isNew
          hasRule={false}
          value={input.repeated}
          onChange={(repeated) => change({ repeated })}
          error={errors.repeated}
        />
        <Failure error={failure} />
      </AuthForm>
    </AuthPage>
  );
}
