import { useEffect, useRef, type ReactNode } from 'react';
import styles from '../settings.module.css';

/** One step of the way out; its heading gets the focus, so that keyboards and screen readers notice it. */
export function DeletionStep({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.step}>
      <h3 ref={heading} tabIndex={-1} className={styles.stepTitle}>
        {title}
      </h3>
      {children}
    </div>
  );
}
