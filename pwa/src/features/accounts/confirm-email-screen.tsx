import { useEffect, useEffectEvent, useState } from 'react';
import { api, errorCode, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLinkButton, ownPath, useNavigate, useRouter } from '~/lib/navigation';
import { beginSession, ensureSession, type Me } from '~/lib/session';
import { Button, PageHeader, ProgressBar } from '~/ui';
import { AuthPage } from './auth-page';
import styles from './auth-screen.module.css';
import { Broken } from './broken';
import { ConfirmElsewhereForm } from './confirm-elsewhere-form';
import { forgetLinkToken, linkToken } from '~/lib/link-token';
import { forgetPendingEmail } from './pending-email';

/** A token works once; a second render of the screen must not spend it again and fail. */
const running = new Map<string, ReturnType<typeof api.confirmEmail>>();

function confirm(token: string): ReturnType<typeof api.confirmEmail> {
  const known = running.get(token);
  if (known) return known;
  const request = api.confirmEmail({ body: { token, session: 'cookie' } });
  running.set(token, request);
  request.catch(() => running.delete(token));
  return request;
}

const isInvalid = (error: unknown): boolean => ['token_invalid', 'validation'].includes(errorCode(error));

/** Takes over the session that a confirmation has opened, and goes on to the page that was asked for at the registration. */
function useEnterConfirmed(): (confirmed: Schemas['ConfirmedEmail']) => void {
  const t = useText();
  const { history } = useRouter();
  return ({ user, redirect }) => {
    beginSession(user);
    forgetPendingEmail();
    forgetLinkToken('confirm');
    notify({ title: t('accounts.confirm.doneTitle'), text: t('accounts.confirm.doneText'), tone: 'good' });
    history.replace(ownPath(redirect) ?? '/app');
  };
}

/** Where the link of the mail leads: confirms the address, signs in and goes on to what was asked for, else to the dashboard. */
export function ConfirmEmailScreen() {
  const t = useText();
  const enter = useEnterConfirmed();
  const [token] = useState(() => linkToken('confirm'));
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  const refuse = (error: unknown) => {
    if (isInvalid(error)) forgetLinkToken('confirm');
    setFailure(error);
  };

  useEffect(() => {
    if (!token) return;
    let isCurrent = true;
    confirm(token)
      .then((confirmed) => {
        if (isCurrent) enter(confirmed);
      })
      .catch((error: unknown) => {
        if (isCurrent) refuse(error);
        else if (isInvalid(error)) forgetLinkToken('confirm');
      });
    return () => {
      isCurrent = false;
    };
    // What enters is stable in meaning; another attempt or token is what starts over.
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [token, attempt]);

  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  if (!token || (failure && isInvalid(failure))) return <InvalidLink />;
  if (errorCode(failure) === 'password_required')
    return <ConfirmElsewhereForm token={token} onConfirmed={enter} onRefused={refuse} />;
  if (failure) {
    const again = (
      <Button variant="primary" onPress={retry}>
        {t('shell.retry')}
      </Button>
    );
    return (
      <AuthPage>
        <Broken title={t('shell.broken.title')} error={failure} actions={again} />
      </AuthPage>
    );
  }
  return <Confirming />;
}

function Confirming() {
  const t = useText();
  return (
    <AuthPage>
      <PageHeader title={t('accounts.confirm.title')} />
      <ProgressBar label={t('accounts.confirm.title')} />
    </AuthPage>
  );
}

/** Leads a user who is signed in already to the dashboard, mostly with a link that has done its work. @returns whether nobody is, once that is known */
function useNobodySignedIn(): boolean {
  const t = useText();
  const navigate = useNavigate();
  const [isNobody, setNobody] = useState(false);
  const follow = useEffectEvent(async (me: Me | null) => {
    if (!me?.emailConfirmed) return setNobody(true);
    forgetPendingEmail();
    notify({ title: t('accounts.confirm.alreadyTitle'), text: t('accounts.confirm.alreadyText', { email: me.email }) });
    await navigate({ to: '/app', replace: true });
  });
  useEffect(() => {
    let isCurrent = true;
    const go = (me: Me | null) => isCurrent && void follow(me);
    ensureSession().then(go, () => go(null));
    return () => {
      isCurrent = false;
    };
  }, []);
  return isNobody;
}

function InvalidLink() {
  const t = useText();
  if (!useNobodySignedIn()) return <Confirming />;
  return (
    <AuthPage>
      <PageHeader title={t('accounts.confirm.failedTitle')} lead={t('accounts.confirm.failedText')} />
      <div className={styles.actions}>
        <AppLinkButton to="/auth" variant="primary">
          {t('accounts.verify.login')}
        </AppLinkButton>
        <AppLinkButton to="/verify-email">{t('accounts.confirm.again')}</AppLinkButton>
      </div>
    </AuthPage>
  );
}
