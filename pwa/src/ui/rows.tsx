import type { ReactNode } from 'react';
import styles from './rows.module.css';

/** A list with hairlines instead of boxes. */
export function Rows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

export interface RowProps {
  picture?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** Below the text, over its full width: a progress bar, an error. */
  below?: ReactNode;
  /** Below everything, over the width of the whole row. */
  part?: ReactNode;
  status?: ReactNode;
  action?: ReactNode;
  /** Gives several actions a line of their own on a phone. */
  hasManyActions?: boolean;
  /** Its one action is a link, which a press anywhere on the row follows. */
  isLink?: boolean;
}

/** One entry: picture, title with a quieter line, state, and what can be done. */
export function Row({
  picture,
  title,
  detail,
  below,
  part,
  status,
  action,
  hasManyActions = false,
  isLink = false,
}: RowProps) {
  return (
    <li
      className={styles.row}
      data-picture={picture ? '' : undefined}
      data-many={hasManyActions ? '' : undefined}
      data-link={isLink ? '' : undefined}
    >
      {picture ? <div className={styles.picture}>{picture}</div> : null}
      <div className={styles.text}>
        <div className={styles.title}>{title}</div>
        {detail ? <div className={styles.detail}>{detail}</div> : null}
        {below ? <div className={styles.below}>{below}</div> : null}
      </div>
      {status || action ? (
        <div className={styles.foot}>
          {status ? <div className={styles.status}>{status}</div> : null}
          {action ? <div className={styles.action}>{action}</div> : null}
        </div>
      ) : null}
      {part ? <div className={styles.part}>{part}</div> : null}
    </li>
  );
}
