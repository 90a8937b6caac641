import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLinkButton, useNavigate } from '~/lib/navigation';
import { onSessionElsewhere, refreshSession } from '~/lib/session';
import { Button, PageHeader, ProgressBar } from '~/ui';
import { AuthPage } from './auth-page';
import styles from './auth-screen.module.css';
import { Failure } from './failure';
import { EmailField } from './fields';
import { forgetPendingEmail, pendingEmail } from './pending-email';
import { useForm } from './use-form';
import { emailError, present } from './validation';

/** How often this tab asks whether the link was opened in another one, in milliseconds. */
const ASK_INTERVAL = 4_000;

/** Goes to /app as soon as there is a session: the link signs in, in whatever tab it was opened. */
function useMoveOnWhenConfirmed(): void {
  const navigate = useNavigate();
  const ask = useEffectEvent(async () => {
    // Without a network the question is simply asked again.
    const me = await refreshSession().catch(() => null);
    if (!me) return;
    forgetPendingEmail();
    await navigate({ to: '/app', replace: true });
  });
  useEffect(() => {
    const again = () => {
      if (document.visibilityState !== 'hidden') void ask();
    };
    const timer = setInterval(again, ASK_INTERVAL);
    document.addEventListener('visibilitychange', again);
    const stopListening = onSessionElsewhere(() => void ask());
    return () => {
      stopListening();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
}

/** The address that waits, if this tab knows one that a mail can be sent to. */
function knownEmail(): string | null {
  const email = pendingEmail();
  return email && !emailError(email) ? email : null;
}

function useResend(known: string | null) {
  const t = useText();
  return useForm<{ email: string }>({
    initial: { email: known ?? '' },
    check: (input) => present({ email: emailError(input.email) }),
    act: async ({ email }) => {
      await api.resendConfirmation({ body: { email: email.trim() } });
      notify({ title: t('accounts.verify.resent'), tone: 'good' });
    },
    refused: { email: ['email', 'accounts.error.emailInvalid'] },
    failureTitle: 'accounts.verify.resendFailed',
  });
}

/** Waits for the confirmation of the address. */
export function VerifyEmailScreen() {
  const t = useText();
  const [known] = useState(knownEmail);
  const { input, errors, failure, isPending, change, submit } = useResend(known);
  useMoveOnWhenConfirmed();
  return (
    <AuthPage>
      <PageHeader title={t('accounts.verify.title')} />
      <form noValidate className={styles.text} onSubmit={(event) => (event.preventDefault(), void submit())}>
        <p>{known ? <RichText text="accounts.verify.text" values={{ email: known }} parts={{ strong: <strong /> }} /> : t('accounts.verify.textUnknown')}</p>
        <ProgressBar label={t('accounts.verify.waiting')} />
        <p>{t('accounts.verify.spam')}</p>
        {known ? null : <EmailField fills="email" value={input.email} onChange={(email) => change({ email })} error={errors.email} />}
        <div className={styles.actions}>
          <Button type="submit" isPending={isPending}>
            {isPending ? t('shell.loading') : t('accounts.verify.resend')}
          </Button>
          <AppLinkButton to="/auth" look="quiet">
            {t('accounts.verify.login')}
          </AppLinkButton>
        </div>
        <Failure error={failure} />
      </form>
    </AuthPage>
  );
}
