import type { ReactNode } from 'react';
import styles from './act-bar.module.css';
import { useActRoom } from './dock';

export interface ActBarProps {
  /** How it stands, beside the act; seen only where the bar lies at the foot of the window. */
  standing?: ReactNode;
  /** The main act first. */
  children: ReactNode;
}

/** The acts of a screen: within the thumb's reach on a phone, above the places of the app; elsewhere where they stand. */
export function ActBar({ standing, children }: ActBarProps) {
  const room = useActRoom<HTMLDivElement>();
  return (
    <div ref={room} className={styles.bar}>
      {standing ? (
        <p className={styles.standing} aria-hidden="true">
          {standing}
        </p>
      ) : null}
      {children}
    </div>
  );
}
