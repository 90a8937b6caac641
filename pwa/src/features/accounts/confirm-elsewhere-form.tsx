import { useState } from 'react';
import { api, errorCode, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button, PageHeader } from '~/ui';
import { AuthForm } from './auth-form';
import { AuthPage } from './auth-page';
import styles from './auth-screen.module.css';
import { Failure } from './failure';
import { NameField, PasswordField, TermsBox } from './fields';
import { useFocusOnChange } from './use-focus-on-change';
import { useForm } from './use-form';
import { checkTakingOver, present, type TakeOverInput } from './validation';

type Confirmed = Schemas['ConfirmedEmail'];

interface ElsewhereProps {
  token: string;
  onConfirmed: (confirmed: Confirmed) => void;
  /** The link was used or has expired meanwhile. */
  onRefused: (error: unknown) => void;
}

/** In a browser that did not register, the link alone opens nothing: the password of the registration is asked for, or replaced. */
export function ConfirmElsewhereForm(props: ElsewhereProps) {
  const [isKnown, setKnown] = useState(true);
  useFocusOnChange(isKnown ? 'known' : 'unknown');
  return (
    <AuthPage>
      {isKnown ? (
        <KnownPassword {...props} onOther={() => setKnown(false)} />
      ) : (
        <OwnPassword {...props} onOther={() => setKnown(true)} />
      )}
    </AuthPage>
  );
}

interface FormProps extends ElsewhereProps {
  onOther: () => void;
}

/** Errors after which the form is of no use any more. */
const isOver = (error: unknown): boolean => ['token_invalid', 'account_blocked'].includes(errorCode(error));

/** Leaves the form where the link has come to nothing. @returns whether it has */
const leavingWith = (onRefused: (error: unknown) => void) => (error: unknown) => {
  if (isOver(error)) onRefused(error);
  return isOver(error);
};

function KnownPassword({ token, onConfirmed, onRefused, onOther }: FormProps) {
  const t = useText();
  const { failure, isPending, field, submit } = useForm<{ password: string }>({
    initial: { password: '' },
    check: ({ password }) => present({ password: password ? undefined : 'accounts.error.passwordMissing' }),
    act: async ({ password }) => onConfirmed(await api.confirmEmail({ body: { token, password, session: 'cookie' } })),
    fieldOf: { password_wrong: 'password' },
    refused: { password: ['password', 'errors.password_wrong'] },
    onFailure: leavingWith(onRefused),
  });
  return (
    <>
      <PageHeader title={t('accounts.elsewhere.title')} lead={t('accounts.elsewhere.lead')} />
      <AuthForm submitLabel={t('accounts.elsewhere.submit')} isPending={isPending} onSubmit={submit}>
        <PasswordField label={t('accounts.password')} {...field('password')} />
        <Failure error={failure} />
      </AuthForm>
      <Foot label={t('accounts.elsewhere.unknown')} onPress={onOther} />
    </>
  );
}

function OwnPassword({ token, onConfirmed, onRefused, onOther }: FormProps) {
  const t = useText();
  const { failure, isPending, field, submit } = useForm<TakeOverInput>({
    initial: { name: '', password: '', acceptsTerms: false },
    check: checkTakingOver,
    act: async ({ name, password }) =>
      onConfirmed(
        await api.confirmEmail({
          body: { token, newPassword: password, displayName: name.trim(), acceptTerms: true, session: 'cookie' },
        }),
      ),
    fieldOf: { weak_password: 'password', common_password: 'password' },
    refused: {
      displayName: ['name', 'accounts.error.nameMissing'],
      newPassword: ['password', 'accounts.error.passwordLong'],
    },
    onFailure: leavingWith(onRefused),
  });
  return (
    <>
      <PageHeader title={t('accounts.elsewhere.ownTitle')} lead={t('accounts.elsewhere.ownLead')} />
      <AuthForm submitLabel={t('accounts.elsewhere.ownSubmit')} isPending={isPending} onSubmit={submit}>
        <NameField {...field('name')} />
        <PasswordField label={t('accounts.reset.password')} isNew {...field('password')} />
        <TermsBox {...field('acceptsTerms')} />
        <Failure error={failure} />
      </AuthForm>
      <Foot label={t('accounts.elsewhere.known')} onPress={onOther} />
    </>
  );
}

function Foot({ label, onPress }: { label: string; onPress: () => void }) {
  const t = useText();
  return (
    <>
      <div className={styles.actions}>
        <Button variant="quiet" onPress={onPress}>
          {label}
        </Button>
      </div>
      <p className={styles.toggle}>{t('accounts.elsewhere.notYou')}</p>
    </>
  );
}
