import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only. A class, not an inline style: the pages' CSP allows none. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
