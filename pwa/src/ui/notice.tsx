import type { ReactNode } from 'react';
import { useInlineError } from './inline-errors';
import styles from './notice.module.css';

export interface NoticeProps {
  /** `caution` is the yellow one; `bad` is announced at once. */
  tone?: 'plain' | 'caution' | 'bad';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** A quiet block that says something about what is around it. */
export function Notice({ tone = 'plain', title, children, action }: NoticeProps) {
  useInlineError(tone === 'bad' ? (children ?? title) : null);
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <div>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div className={styles.text}>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
