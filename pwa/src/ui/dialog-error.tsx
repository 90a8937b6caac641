import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useInlineError } from './inline-errors';

/** What went wrong in a dialog and belongs to no field. */
export function DialogError({ children }: { children: ReactNode }) {
  useInlineError(children);
  return children ? (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  ) : null;
}
