import { RichText, useText } from '~/lib/i18n';
import { Checkbox, PasswordField as UiPasswordField, TextField, TextLink } from '~/ui';
import styles from './auth-screen.module.css';

export interface FieldProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
}

export function NameField(props: FieldProps<string>) {
  const t = useText();
  return <TextField {...props} label={t('accounts.name')} name="name" autoComplete="name" maxLength={100} isRequired />;
}

/** `username` lets a password manager fill in the address together with the password, `email` suggests one. */
export function EmailField({ fills, ...props }: FieldProps<string> & { fills: 'username' | 'email' }) {
  const t = useText();
  return (
    <TextField
      {...props}
      label={t('accounts.email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={fills}
      isRequired
    />
  );
}

export interface PasswordProps extends FieldProps<string> {
  label: string;
  /** A new password is offered by the password manager and says its rule. */
  isNew?: boolean;
  hasRule?: boolean;
  name?: string;
}

export function PasswordField({ isNew = false, hasRule = isNew, name = 'password', ...props }: PasswordProps) {
  const t = useText();
  return (
    <UiPasswordField
      {...props}
      name={name}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      description={hasRule ? t('accounts.passwordRule') : undefined}
      showLabel={t('accounts.show')}
      hideLabel={t('accounts.hide')}
      isRequired
    />
  );
}

export function TermsBox({ value, onChange, error }: FieldProps<boolean>) {
  const t = useText();
  return (
    <div>
      <Checkbox isSelected={value} onChange={onChange} error={error}>
        {t('accounts.terms')}
      </Checkbox>
      {/* Beside the box, whose words are its label: a press on a link is no tick. */}
      <p className={styles.toRead}>
        <RichText
          text="accounts.toRead"
          parts={{
            terms: <TextLink href="/legal/terms" target="_blank" rel="noopener" />,
            privacy: <TextLink href="/legal/privacy" target="_blank" rel="noopener" />,
          }}
        />
      </p>
    </div>
  );
}
