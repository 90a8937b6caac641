import type { ReactNode } from 'react';
import styles from './status.module.css';

export type StatusTone = 'neutral' | 'active' | 'good' | 'bad';

/** A dot and a word, the state of something: the product's one badge. It has no frame, so that a list of them stays calm. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  );
}
