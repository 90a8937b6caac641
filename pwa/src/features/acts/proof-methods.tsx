import { useState, type ReactNode } from 'react';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { leaveFor } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { Button, DialogForm, PasswordField, TextField } from '~/ui';
import { proveWithPasskey } from './passkey-proof';
import styles from './proof-dialog.module.css';
import { useAttempt, useTypedProof } from './use-proof-form';

interface ProofProps {
  onProven(): void;
  onClose(): void;
  /** The other ways, as buttons. */
  children: ReactNode;
}

function Lead({ children }: { children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>;
}

function PasswordProof({ onProven, onClose, children }: ProofProps) {
  const t = useText();
  const me = useMe();
  const { field, form } = useTypedProof('password', 'acts.passwordMissing', onProven);
  return (
    <DialogForm {...form} cancelLabel={t('shell.cancel')} onCancel={onClose} submitLabel={t('acts.confirm')}>
      <Lead>{t('acts.lead')}</Lead>
      {/* Password managers look for whose password it is. */}
      <input type="text" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordField
        {...field}
        label={t('acts.password')}
        autoComplete="current-password"
        showLabel={t('acts.show')}
        hideLabel={t('acts.hide')}
      />
      {children}
    </DialogForm>
  );
}

function AuthenticatorProof({ onProven, onClose, children }: ProofProps) {
  const t = useText();
  const { field, form } = useTypedProof('authenticator', 'acts.codeMissing', onProven);
  return (
    <DialogForm {...form} cancelLabel={t('shell.cancel')} onCancel={onClose} submitLabel={t('acts.confirm')}>
      <Lead>{t('acts.lead')}</Lead>
      <TextField
        {...field}
        label={t('acts.authenticator')}
        description={t('acts.authenticatorHint')}
        autoComplete="one-time-code"
      />
      {children}
    </DialogForm>
  );
}

function EmailCode({
  onProven,
  onClose,
  onAgain,
  isSending,
  sendError,
  children,
}: ProofProps & { onAgain(): void; isSending: boolean; sendError: string | undefined }) {
  const t = useText();
  const { email } = useMe();
  const { field, form } = useTypedProof('email_code', 'acts.codeMissing', onProven);
  return (
    <DialogForm
      {...form}
      error={form.error ?? sendError}
      cancelLabel={t('shell.cancel')}
      onCancel={onClose}
      submitLabel={t('acts.confirm')}
    >
      <Lead>{t('acts.codeSent', { email })}</Lead>
      <TextField {...field} label={t('acts.emailCode')} inputMode="numeric" autoComplete="one-time-code" />
      <div>
        <Button variant="quiet" isPending={isSending} onPress={onAgain}>
          {t('acts.sendAgain')}
        </Button>
      </div>
      {children}
    </DialogForm>
  );
}

function EmailProof(props: ProofProps) {
  const t = useText();
  const { email } = useMe();
  const [isSent, setSent] = useState(false);
  const { isPending, errorText, attempt } = useAttempt(() => setSent(true));
  const send = () => void attempt(() => api.sendProofCode());
  if (isSent) return <EmailCode {...props} onAgain={send} isSending={isPending} sendError={errorText} />;
  return (
    <DialogForm
      startsAtSubmit
      isPending={isPending}
      error={errorText}
      onSubmit={send}
      cancelLabel={t('shell.cancel')}
      onCancel={props.onClose}
      submitLabel={t('acts.sendCode')}
    >
      <Lead>{t('acts.emailText', { email })}</Lead>
      {props.children}
    </DialogForm>
  );
}

function PasskeyProof({ onProven, onClose, children }: ProofProps) {
  const t = useText();
  const { isPending, errorText, attempt } = useAttempt(onProven);
  return (
    <DialogForm
      startsAtSubmit
      isPending={isPending}
      error={errorText}
      onSubmit={() => void attempt(proveWithPasskey)}
      cancelLabel={t('shell.cancel')}
      onCancel={onClose}
      submitLabel={t('acts.passkeyUse')}
    >
      <Lead>{t('acts.passkeyText')}</Lead>
      {children}
    </DialogForm>
  );
}

async function leaveForGoogle(): Promise<void> {
  const { url } = await api.startGoogle({ body: { purpose: 'prove', redirect: location.pathname } });
  await leaveFor(url);
}

/** Leaves for Google and comes back to the same page; the next act there counts as proven. */
function GoogleProof({ onClose, children }: ProofProps) {
  const t = useText();
  // Going away is no proof yet: the dialog stays until the page is gone.
  const { isPending, errorText, attempt } = useAttempt(() => undefined);
  return (
    <DialogForm
      startsAtSubmit
      isPending={isPending}
      error={errorText}
      onSubmit={() => void attempt(leaveForGoogle)}
      cancelLabel={t('shell.cancel')}
      onCancel={onClose}
      submitLabel={t('acts.googleGo')}
    >
      <Lead>{t('acts.googleText')}</Lead>
      {children}
    </DialogForm>
  );
}

/** What stands in the dialog for each way to prove oneself. */
export const METHODS = {
  password: PasswordProof,
  authenticator: AuthenticatorProof,
  passkey: PasskeyProof,
  email_code: EmailProof,
  google: GoogleProof,
};
