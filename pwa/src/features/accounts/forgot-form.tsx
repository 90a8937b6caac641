import { useEffect, useState, type ReactNode } from 'react';
import { api } from '~/lib/api';
import { RichText, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLink } from '~/lib/navigation';
import { Button, Notice, PageHeader } from '~/ui';
import { AuthForm } from './auth-form';
import type { AuthFormProps } from './auth-screen';
import styles from './auth-screen.module.css';
import { Failure } from './failure';
import { EmailField } from './fields';
import { forgetRefusedReset, isResetRefused } from '~/lib/link-token';
import { useFocusOnChange } from './use-focus-on-change';
import { useForm } from './use-form';
import { emailError, present } from './validation';

/** Whether somebody has come with a link that was refused, until this form is left or has sent another one. */
function useRefusedLink() {
  const [isRefused, setRefused] = useState(isResetRefused);
  useEffect(() => forgetRefusedReset, []);
  const forget = () => {
    forgetRefusedReset();
    setRefused(false);
  };
  return { isRefused, forget };
}

/** Asks for the link that sets a new password. What follows is the same for known and unknown addresses. */
export function ForgotForm({ target, email, onEmail }: AuthFormProps) {
  const t = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const link = useRefusedLink();
  useFocusOnChange(sentTo ?? '');
  const form = useForm<{ email: string }>({
    initial: { email },
    check: (input) => present({ email: emailError(input.email) }),
    act: async (input) => {
      const address = input.email.trim();
      await api.requestPasswordReset({ body: { email: address } });
      if (sentTo)
        notify({ title: t('accounts.forgot.resentTitle'), text: t('accounts.forgot.resentText'), tone: 'good' });
      link.forget();
      setSentTo(address);
    },
    refused: { email: ['email', 'accounts.error.emailInvalid'] },
  });
  const change = (value: string) => {
    form.change({ email: value });
    onEmail(value);
  };
  const toSignIn = (
    <AppLink to="/auth" search={{ redirect: target }} variant="strong">
      {t('accounts.forgot.back')}
    </AppLink>
  );
  if (sentTo) return <Sent email={sentTo} form={form} onOther={() => setSentTo(null)} toSignIn={toSignIn} />;
  return (
    <>
      <PageHeader title={t('accounts.forgot.title')} lead={t('accounts.forgot.lead')} />
      <AuthForm submitLabel={t('accounts.forgot.submit')} isPending={form.isPending} onSubmit={form.submit}>
        {link.isRefused ? (
          <Notice tone="bad" title={t('accounts.reset.invalidTitle')}>
            {t('accounts.reset.invalidText')}
          </Notice>
        ) : null}
        <EmailField fills="username" value={form.input.email} onChange={change} error={form.errors.email} />
        <Failure error={form.failure} />
      </AuthForm>
      <p className={styles.toggle}>{toSignIn}</p>
    </>
  );
}

function Sent({
  email,
  form,
  onOther,
  toSignIn,
}: {
  email: string;
  form: Pick<ReturnType<typeof useForm>, 'submit' | 'isPending' | 'failure'>;
  onOther: () => void;
  toSignIn: ReactNode;
}) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('accounts.forgot.sentTitle')} />
      <div className={styles.text}>
        <p>
          <RichText text="accounts.forgot.sentText" values={{ email }} parts={{ strong: <strong /> }} />
        </p>
        <p>{t('accounts.forgot.sentHint')}</p>
        <div className={styles.actions}>
          <Button isPending={form.isPending} onPress={() => void form.submit()}>
            {t('accounts.forgot.again')}
          </Button>
          <Button variant="quiet" onPress={onOther}>
            {t('accounts.forgot.other')}
          </Button>
        </div>
        <Failure error={form.failure} />
      </div>
      <p className={styles.toggle}>{toSignIn}</p>
    </>
  );
}
