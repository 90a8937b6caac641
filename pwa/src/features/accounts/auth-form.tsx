import type { ReactNode } from 'react';
import { Button, Form } from '~/ui';
import { useText } from '~/lib/i18n';
import styles from './auth-screen.module.css';

/** The frame of every form here: fields, and below them the one button that matters. */
export function AuthForm({
  children,
  submitLabel,
  isPending,
  onSubmit,
}: {
  children: ReactNode;
  submitLabel: string;
  isPending: boolean;
  onSubmit: () => Promise<void>;
}) {
  const t = useText();
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      {children}
      <Button type="submit" variant="primary" wide isPending={isPending}>
        {isPending ? t('shell.loading') : submitLabel}
      </Button>
    </Form>
  );
}
