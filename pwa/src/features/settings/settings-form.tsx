import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** A form of the settings: one column, and only our own checks. */
export function SettingsForm({ onSubmit, children }: { onSubmit(): void; children: ReactNode }) {
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
