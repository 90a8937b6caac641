import type { ReactNode } from 'react';
import { Form } from '~/ui';
import styles from './settings.module.css';

/** A form of the settings: one column, and only our own checks. */
export function SettingsForm({ onSubmit, children }: { onSubmit(): void; children: ReactNode }) {
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      {children}
    </Form>
  );
}
