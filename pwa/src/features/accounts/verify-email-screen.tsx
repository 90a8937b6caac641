import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLink, AppLinkButton, useRouter } from '~/lib/navigation';
import { findSession, onSessionElsewhere, refreshSession, type Me } from '~/lib/session';
import { Button, Form, PageHeader, ProgressBar } from '~/ui';
import { AuthForm } from './auth-form';
import { AuthPage } from './auth-page';
import styles from './auth-screen.module.css';
import { Failure } from './failure';
import { EmailField } from './fields';
import { forgetPendingEmail, isMailSent, keepPendingEmail, pendingEmail } from './pending-email';
import { useFocusOnChange } from './use-focus-on-change';
import { useForm } from './use-form';
import { emailError, present } from './validation';

/** How often this tab asks whether the link was opened in another one, in milliseconds. */
const ASK_INTERVAL = 4_000;

/**
 * Goes to the page that was asked for, else to /app, where there is a session and as soon as there is one: the link signs in, in whatever tab
 * it was opened. In another browser it does not sign in this one.
 * @returns whether the address was confirmed elsewhere
 */
function useMoveOnWhenConfirmed(target: string | undefined): boolean {
  const { history } = useRouter();
  const [isConfirmedElsewhere, setConfirmedElsewhere] = useState(false);
  const enter = (me: Me | null): boolean => {
    if (!me) return false;
    forgetPendingEmail();
    history.replace(target ?? '/app');
    return true;
  };
  // A visitor is no error: who waits is asked for, and who is signed in only once nobody waits any more.
  const follow = useEffectEvent(async () => {
    const { status } = await api.registration().catch(() => ({ status: 'none' }));
    if (status === 'waiting' || isConfirmedElsewhere) return;
    if (!enter(await refreshSession())) setConfirmedElsewhere(status === 'ended');
  });
  const begin = useEffectEvent(async () => enter(await findSession()) || (await follow()));
  const meet = useEffectEvent(async () => enter(await refreshSession()));
  useEffect(() => {
    // Without a network the question is simply asked again.
    const quietly = (ask: () => Promise<unknown>) =>
      void Promise.resolve()
        .then(ask)
        .catch(() => undefined);
    const again = () => {
      if (document.visibilityState !== 'hidden') quietly(() => follow());
    };
    // A person who comes back to this tab may have signed in elsewhere in between.
    const comeBack = () => {
      if (document.visibilityState !== 'hidden') quietly(async () => (await begin()) || (await meet()));
    };
    quietly(() => begin());
    const timer = setInterval(again, ASK_INTERVAL);
    document.addEventListener('visibilitychange', comeBack);
    const stopListening = onSessionElsewhere(() => quietly(() => meet()));
    return () => {
      stopListening();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, []);
  return isConfirmedElsewhere;
}

/** The address that waits, if this tab knows one that a mail can be sent to. */
function knownEmail(): string | null {
  const email = pendingEmail();
  return email && !emailError(email) ? email : null;
}

type SendForm = ReturnType<typeof useSend>;

/** Sends the link; afterwards the screen waits for the address it was sent to. */
function useSend(known: string | null, isCertain: boolean, onSent: (email: string) => void) {
  const t = useText();
  return useForm<{ email: string }>({
    initial: { email: known ?? '' },
    check: (input) => present({ email: emailError(input.email) }),
    act: async (input) => {
      const email = input.email.trim();
      await api.resendConfirmation({ body: { email } });
      // The server does not say whether the address waits, so a message to an address of which we do not know it says so too.
      notify({
        title: t('accounts.verify.resent'),
        text: isCertain ? undefined : t('accounts.verify.resentIf', { email }),
        tone: 'good',
      });
      onSent(email);
    },
    refused: { email: ['email', 'accounts.error.emailInvalid'] },
    failureTitle: 'accounts.verify.resendFailed',
  });
}

/** Waits for the confirmation of the address; without one it asks for it first, and claims nothing. */
export function VerifyEmailScreen({ target }: { target?: string | undefined }) {
  const [known, setKnown] = useState(knownEmail);
  const [isCertain] = useState(isMailSent);
  const form = useSend(known, isCertain, (email) => {
    if (known) return;
    keepPendingEmail(email);
    setKnown(email);
  });
  const isConfirmedElsewhere = useMoveOnWhenConfirmed(target);
  useFocusOnChange(isConfirmedElsewhere ? 'confirmed' : known ? 'waiting' : 'asking');
  if (isConfirmedElsewhere)
    return (
      <AuthPage>
        <ConfirmedElsewhere target={target} />
      </AuthPage>
    );
  return (
    <AuthPage>
      {known ? (
        <Waiting email={known} isCertain={isCertain} form={form} target={target} />
      ) : (
        <Asking form={form} target={target} />
      )}
    </AuthPage>
  );
}

function Waiting({
  email,
  isCertain,
  form,
  target,
}: {
  email: string;
  isCertain: boolean;
  form: SendForm;
  target: string | undefined;
}) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('accounts.verify.title')} />
      <Form className={styles.text} onSubmit={form.submit}>
        <p>
          <RichText
            text={isCertain ? 'accounts.verify.text' : 'accounts.verify.textIf'}
            values={{ email }}
            parts={{ strong: <strong /> }}
          />
        </p>
        <ProgressBar label={t('accounts.verify.waiting')} />
        <p>{t('accounts.verify.spam')}</p>
        <div className={styles.actions}>
          <Button type="submit" isPending={form.isPending}>
            {form.isPending ? t('shell.loading') : t('accounts.verify.resend')}
          </Button>
          <AppLinkButton to="/auth" search={{ redirect: target }} variant="quiet">
            {t('accounts.verify.login')}
          </AppLinkButton>
        </div>
        <Failure error={form.failure} />
      </Form>
    </>
  );
}

function ConfirmedElsewhere({ target }: { target: string | undefined }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('accounts.verify.elsewhereTitle')} lead={t('accounts.verify.elsewhereText')} />
      <AppLinkButton to="/auth" search={{ redirect: target }} variant="primary">
        {t('accounts.verify.elsewhereLogin')}
      </AppLinkButton>
    </>
  );
}

function Asking({ form, target }: { form: SendForm; target: string | undefined }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('accounts.verify.title')} lead={t('accounts.verify.ask')} />
      <AuthForm submitLabel={t('accounts.verify.send')} isPending={form.isPending} onSubmit={form.submit}>
        <EmailField fills="email" {...form.field('email')} />
        <Failure error={form.failure} />
      </AuthForm>
      <p className={styles.toggle}>
        <AppLink to="/auth" search={{ redirect: target }} variant="strong">
          {t('accounts.verify.login')}
        </AppLink>
      </p>
    </>
  );
}
