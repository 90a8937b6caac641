import { useEffect, useEffectEvent, useState } from 'react';
import { api, errorText } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLinkButton, useNavigate } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import { Button, Column, Notice, PageHeader, ProgressBar, TextField } from '~/ui';
import styles from './auth-screen.module.css';
import { forgetPendingEmail, pendingEmail } from './pending-email';

/** How often this tab asks whether the link was opened in another one, in milliseconds. */
const ASK_INTERVAL = 4_000;

/** Goes to /app as soon as there is a session: the link signs in, in whatever tab it was opened. */
function useMoveOnWhenConfirmed(): void {
  const navigate = useNavigate();
  const ask = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return;
    // Without a network the question is simply asked again.
    const me = await refreshSession().catch(() => null);
    if (!me) return;
    forgetPendingEmail();
    await navigate({ to: '/app', replace: true });
  });
  useEffect(() => {
    const again = () => void ask();
    const timer = setInterval(again, ASK_INTERVAL);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
}

/** Waits for the confirmation of the address. */
export function VerifyEmailScreen() {
  const t = useText();
  const [known] = useState(pendingEmail);
  const [typed, setTyped] = useState('');
  const email = known ?? typed.trim();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useMoveOnWhenConfirmed();

  async function resend(address: string) {
    setPending(true);
    setFailure(null);
    try {
      await api.resendConfirmation({ body: { email: address } });
      notify({ title: t('accounts.verify.resent'), tone: 'good' });
    } catch (error) {
      setFailure(error);
      notify({ title: t('accounts.verify.resendFailed'), text: errorText(error), tone: 'bad' });
    } finally {
      setPending(false);
    }
  }

  return (
    <Column>
      <PageHeader title={t('accounts.verify.title')} />
      <div className={styles.text}>
        <p>{known ? <RichText text="accounts.verify.text" values={{ email: known }} parts={{ strong: <strong /> }} /> : t('accounts.verify.textUnknown')}</p>
        <ProgressBar label={t('accounts.verify.waiting')} />
        <p>{t('accounts.verify.spam')}</p>
        {known ? null : <TextField label={t('accounts.email')} type="email" inputMode="email" autoComplete="email" value={typed} onChange={setTyped} />}
        <div className={styles.actions}>
          <Button isPending={isPending} isDisabled={!email} onPress={() => void resend(email)}>
            {t('accounts.verify.resend')}
          </Button>
          <AppLinkButton to="/auth" look="quiet">
            {t('accounts.verify.login')}
          </AppLinkButton>
        </div>
        {failure ? (
          <Notice tone="bad" title={t('accounts.verify.resendFailed')}>
            {errorText(failure)}
          </Notice>
        ) : null}
      </div>
    </Column>
  );
}
