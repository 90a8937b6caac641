import type { ReactNode } from 'react';
import { errorText } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { Button, Form, Notice, TextField } from '~/ui';
import styles from './contracts.module.css';
import { useTakesLong } from './use-takes-long';

interface FieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

export function NameField(props: FieldProps) {
  const t = useText();
  return (
    <TextField
      {...props}
      label={t('contracts.name')}
      name="name"
      autoComplete="name"
      maxLength={facts.account.displayNameMax}
      isRequired
    />
  );
}

export function EmailField(props: FieldProps) {
  const t = useText();
  return (
    <TextField
      {...props}
      label={t('contracts.email')}
      description={t('contracts.emailHint')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      isRequired
    />
  );
}

interface DeclarationFormProps {
  children: ReactNode;
  submitLabel: string;
  isPending: boolean;
  failure: unknown;
  onSubmit(): Promise<void>;
}

/** What a declaration is made with: its fields, and directly below them the button that makes it. */
export function DeclarationForm({ children, submitLabel, isPending, failure, onSubmit }: DeclarationFormProps) {
  const t = useText();
  const takesLong = useTakesLong(isPending);
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      {children}
      {failure ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      <div>
        <Button type="submit" variant="primary" wide isPending={isPending}>
          {isPending ? t('contracts.sending') : submitLabel}
        </Button>
        {/* There from the beginning: only what changes in it is read out. */}
        <div role="status" className={styles.long}>
          {takesLong ? <Notice>{t('contracts.long')}</Notice> : null}
        </div>
      </div>
    </Form>
  );
}
