import type { ReactNode } from 'react';
import styles from './status.module.css';

export type StatusTone = 'neutral' | 'active' | 'good' | 'bad';

/** A dot and a word: the state of something. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  );
}
